"""OpenSpiel's information-set search plays our gin rummy: what it cannot see is dealt anew by our rules.

python examples/openspiel_ismcts.py --hands 3 --simulations 200
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import kibitz.doors.openspiel

parser = argparse.ArgumentParser()
parser.add_argument("--hands", type=int, default=3, help="hands to play")
parser.add_argument("--simulations", type=int, default=100)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()

game = pyspiel.load_game(f"{kibitz.doors.openspiel.name_of('gin')}(hands=1)")
random = np.random.RandomState(given.seed)
bot = ismcts.ISMCTSBot(
    game=game,
    evaluator=mcts.RandomRolloutEvaluator(1, random),
    uct_c=1.5,
    max_simulations=given.simulations,
    random_state=random,
    final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
)
won = 0.0
for hand in range(given.hands):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.randint(256)))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    won += state.returns()[0]
    print(f"hand {hand + 1}: {state.returns()[0]:+.0f}", flush=True)
print(f"ISMCTS against random moves: {won:+.0f} in {given.hands} hands")
