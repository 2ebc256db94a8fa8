"""Steps tables on a simulated GPU and on the processor, both interpreted; prints whether learners are told the same.

Run with NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1.
"""

import kibitz
from kibitz.errors import BadAgentSpec, BadOption
from tests.arena.test_fused import Alternating
from tests.doors.side_by_side import differs

if __name__ == "__main__":
    game = kibitz.game("duel")
    counting = Alternating(game, game.options(), 2)
    wrong = [differs("duel", opponent, same, 5, 40, "numba") for opponent in (counting, "random") for same in (1, 0)]
    several = [Alternating(kibitz.game("racko"), kibitz.game("racko").options(players=4, slots=3), n) for n in (2, 3)]
    wrong.append(differs("racko", [several[0], "random", several[1]], 1, 2, 12, "numba", players=4, slots=3))
    for make, error in ((lambda: differs("duel", kibitz.Agent(game, game.options()), 1, 2, 1, "numba"), BadAgentSpec),
                        (lambda: differs("duel", "random", 1, 2, 1, "tensorflow"), BadOption)):  # fmt: skip
        try:
            make()
            wrong.append(f"no {error.__name__}")
        except error:
            pass
    print("same" if not any(wrong) else wrong)
