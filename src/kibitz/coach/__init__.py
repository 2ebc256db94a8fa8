"""The coach: hint, tutor, review, luck and drill, in words of the table. One unit throughout: the chance to win."""
