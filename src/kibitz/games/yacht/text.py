"""Yacht in words."""

from __future__ import annotations

import re

from kibitz.games.yacht import rules
from kibitz.games.yacht.rules import FILL, OPEN

BOX_NAMES = (
    "aces", "deuces", "threes", "fours", "fives", "sixes",
    "choice", "four of a kind", "full house", "small straight", "large straight", "yacht", "three of a kind",
)  # fmt: skip
FACES = "⚀⚁⚂⚃⚄⚅"
ALIASES = {"chance": "choice", "yahtzee": "yacht", "ones": "aces", "twos": "deuces"}
ALIASES |= {"little straight": "small straight", "big straight": "large straight"}


def name(v, move: int) -> str:
    """``keep 3 3 5``, ``keep none``, ``keep all``, or the name of a box."""
    if move >= FILL:
        return BOX_NAMES[move - FILL]
    kept = [str(int(v.dice[i])) for i in range(5) if rules.is_kept(move, i)]
    return "keep " + (" ".join(kept) if 0 < len(kept) < 5 else "all" if kept else "none")


def read(v, text: str) -> list[int]:
    """The moves a text may mean: ``keep 335``, ``335``, ``roll all``, a box or how its name begins."""
    words = " ".join(text.lower().replace("-", " ").split())
    words = ALIASES.get(words, words)
    if words in ("keep none", "roll all", "roll"):
        return [0]
    if words == "keep all":
        return [31]
    dice = re.fullmatch(r"(?:(?:keep|k) )?([1-6 ,]+)", words)
    if dice:
        return _keeps(v, [int(d) for d in re.findall(r"[1-6]", dice[1])])
    if words in BOX_NAMES:
        return [FILL + BOX_NAMES.index(words)]
    return [FILL + box for box, title in enumerate(BOX_NAMES) if words and title.startswith(words)]


def _keeps(v, wanted: list[int]) -> list[int]:
    mask = 0
    for i in range(5):
        if int(v.dice[i]) in wanted:
            wanted.remove(int(v.dice[i]))
            mask |= 1 << (4 - i)
    # Dice that are not on the table make it a move, but not one that is legal here.
    return [mask] if not wanted else [-1]


def show(v, seat: int) -> str:
    """The board: a column a player, what is written, and what the dice would score now."""
    boxes = rules.boxes_of(v.rules)
    order = [*range(rules.CHOICE), rules.CHOICE]
    order += [rules.THREE_OF_A_KIND] if boxes > rules.THREE_OF_A_KIND else []
    order += range(rules.FOUR_OF_A_KIND, rules.YACHT + 1)
    over = rules.player(v) < 0
    lines = [f"{'':16}" + "".join(f"{'you' if p == seat else f'seat {p}':>8}" for p in range(v.players))]
    for box in order:
        row = ""
        for p in range(v.players):
            written = int(v.boxes[p, box])
            offered = "" if over or p != v.to_move else f"({int(rules.dice_score(v, box))})"
            row += f"{offered if written == OPEN else written:>8}"
        lines.append(f"{BOX_NAMES[box]:16}{row}")
        if box == rules.SIXES and v.rules != rules.CLASSIC:
            uppers = [int(rules.upper_total(v, p)) for p in range(v.players)]
            lines.append(f"{'  bonus at 63':16}" + "".join(f"{f'{u}/63':>8}" for u in uppers))
    lines.append(f"{'total':16}" + "".join(f"{int(rules.total(v, p)):>8}" for p in range(v.players)))
    if not over:
        left = ("no rolls", "one roll", "two rolls")[v.rolls]
        lines.append("")
        lines.append(f"dice  {_dice(v.dice)}   {left} left")
    return "\n".join(lines)


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as the table sees it."""
    p = int(before.to_move)
    if move < FILL:
        return f"{name(before, move)}, rolls {_dice(after.dice)}"
    box = move - FILL
    points = int(after.boxes[p, box])
    gained = int(rules.total(after, p)) - int(rules.total(before, p))
    more = f", and {gained - points} bonus" if gained > points else ""
    return f"{points} in {BOX_NAMES[box]}{more}; {int(rules.total(after, p))} in all"


def _dice(dice) -> str:
    return " ".join(f"{FACES[int(die) - 1]} {int(die)}" for die in dice)
