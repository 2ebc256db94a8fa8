"""What is kept: players, their games, every move. A move is committed before it is answered.

>>> from kibitz.store import Seat, Store
>>> import kibitz, tempfile
>>> store = Store(f"sqlite:///{tempfile.mkdtemp()}/kibitz.db")
>>> me = store.new_player("Ada")
>>> state = kibitz.new("yacht", seed=7, players=1)
>>> id = store.new_game(state, [Seat.person(me)])
>>> store.play(id, state, "keep none")
>>> store.load(id).moves == state.moves
True
"""

from kibitz.store.database import default_url
from kibitz.store.history import History, Summary, Tally
from kibitz.store.store import Player, SavedGame, Seat, Step, Store

__all__ = ["History", "Player", "SavedGame", "Seat", "Step", "Store", "Summary", "Tally", "default_url"]
