"""How the thesis' players play and learn: eight strategies for the throw, alone or weighted by the score.

`strategies` says how much each wants each keep; `pegging_records` is what kept hands gained in the play; `training`
lets two learners play each other.
"""
