"""Yacht in words.

What is told is told to one seat, the watcher: it is "you", and the mover is "you" or "{who}", for
which the table puts the name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from kibitz.games.yacht import rules
from kibitz.games.yacht.rules import (
    BONUS,
    BONUS_FROM,
    CHOICE,
    FILL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    OPEN,
    SIXES,
    SMALL_STRAIGHT,
    THREE_OF_A_KIND,
    YACHT,
)  # fmt: skip

BOX_NAMES = (
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "choice", "four of a kind", "full house", "small straight", "large straight", "yacht", "three of a kind",
)  # fmt: skip
FACES = "⚀⚁⚂⚃⚄⚅"
NUMBERS = ("no", "one", "two", "three", "four", "five")
ALIASES = {"chance": "choice", "yahtzee": "yacht", "aces": "ones", "deuces": "twos"}
ALIASES |= {"little straight": "small straight", "big straight": "large straight"}
ALIASES |= {"4 of a kind": "four of a kind", "3 of a kind": "three of a kind", "quads": "four of a kind"}
ALIASES |= {f"{face}s": name for face, name in enumerate(BOX_NAMES[:6], 1)}
NOT_HERE = -1
"""Stands for a move of the game that is never allowed here: dice that do not lie on the table."""


# --- moves ----------------------------------------------------------------------------------------


def name(v, move: int) -> str:
    """``keep 3 3 5``, ``keep none``, ``keep all``, or the name of a box."""
    if move >= FILL:
        return BOX_NAMES[move - FILL]
    kept = _kept(v, move)
    return "keep " + (_list(kept) if 0 < len(kept) < 5 else "all" if kept else "none")


def read(v, text: str) -> list[int]:
    """The moves a text may mean: ``keep 335``, ``335``, ``reroll 1 2 6``, ``roll``, a box or how its name begins."""
    words = _plain(text)
    if words in ("keep none", "roll all", "reroll all", "roll", "reroll"):
        return [0]
    if words in ("keep all", "keep", "stand", "roll none", "reroll none"):
        return [31]
    dice = _dice_of(words)
    if dice is not None:
        verb, wanted = dice
        mask = _mask(v, wanted)
        return [NOT_HERE] if mask is None else [_first_of_equals(v, 31 - mask) if verb == "roll" else mask]
    return [FILL + box for box in _boxes_of(words)]


def part(v) -> tuple[str, int]:
    """Which turn this is, of all players."""
    return "Turn", int(v.turn)


def why_not(v, text: str) -> str | None:
    """Why a text is no legal move of the player to move, where there is more to say than that it is none."""
    words = _plain(text)
    dice = _dice_of(words)
    if dice is not None or (read(v, text) and read(v, text)[0] < FILL):
        if v.rolls == 0:
            return f"no roll is left: write {_list(v.dice)} into a box"
        wanted, lying = Counter(dice[1] if dice else []), Counter(v.dice.tolist())
        for face in sorted(wanted - lying):
            if face > 6 or face == 0:
                return f"dice show 1 to 6, not {face}"
            are = "are" if lying[face] > 1 else "is"
            return f"there {are} {_many(lying[face], face)} among your dice {_list(v.dice)}"
        return None
    boxes = _boxes_of(words)
    if len(boxes) != 1:
        return None
    box, written = boxes[0], int(v.boxes[v.to_move, boxes[0]])
    if box >= rules.boxes_of(v.rules):
        return f"this board has no box for {BOX_NAMES[box]}"
    if written != OPEN:
        return f"{BOX_NAMES[box]} is full: you wrote {written} there"
    face = rules.second_yahtzee(v)
    if face >= 0 and not rules.may_fill(v, box, face):
        first = BOX_NAMES[face] if v.boxes[v.to_move, face] == OPEN else "a box of the lower section"
        return f"a second yahtzee must go into {first}, while that is open"
    return None


def _plain(text: str) -> str:
    words = " ".join(text.lower().replace("-", " ").split())
    words = re.sub(r"^(write|score|fill|put)( (them|it|dice))?( (in|into))? ", "", words)
    return ALIASES.get(words, words)


def _dice_of(words: str) -> tuple[str, list[int]] | None:
    """``keep`` or ``roll``, and the dice that are named."""
    found = re.fullmatch(r"(?:(keep|k|hold|reroll|roll|r) )?((?:\d[ ,]*)+)", words)
    if not found:
        return None
    return "roll" if (found[1] or "").startswith("r") else "keep", [int(d) for d in re.findall(r"\d", found[2])]


def _boxes_of(words: str) -> list[int]:
    if words in BOX_NAMES:
        return [BOX_NAMES.index(words)]
    return [box for box, title in enumerate(BOX_NAMES) if words and title.startswith(words)]


def _mask(v, wanted: list[int]) -> int | None:
    """The dice of these faces as a mask; None where they do not lie on the table."""
    wanted, mask = list(wanted), 0
    for i in range(5):
        if int(v.dice[i]) in wanted:
            wanted.remove(int(v.dice[i]))
            mask |= 1 << (4 - i)
    return None if wanted else mask


def _first_of_equals(v, mask: int) -> int:
    """The code that keeps the same faces, of equal dice the first."""
    return _mask(v, _kept(v, mask)) or 0


def _kept(v, mask: int) -> list[int]:
    return [face for i, face in enumerate(v.dice.tolist()) if rules.is_kept(mask, i)]


# --- the table ------------------------------------------------------------------------------------


def show(v, seat: int) -> str:
    """The board: one column per player, what is written, and what the dice would score now."""
    over = rules.player(v) < 0
    lines = [f"{'':16}" + "".join(f"{_column(v, p, seat):>8}" for p in range(v.players))]
    for box in _order(v):
        row = ""
        for p in range(v.players):
            written = int(v.boxes[p, box])
            offered = "" if over or p != v.to_move else f"({int(rules.dice_score(v, box))})"
            row += f"{offered if written == OPEN else written:>8}"
        lines.append(f"{BOX_NAMES[box]:16}{row}")
        if box == SIXES and v.rules != rules.CLASSIC:
            uppers = [int(rules.upper_total(v, p)) for p in range(v.players)]
            lines.append(f"{f'  +{BONUS} at {BONUS_FROM}':16}" + "".join(f"{f'{u}/{BONUS_FROM}':>8}" for u in uppers))
    lines.append(f"{'total':16}" + "".join(f"{int(rules.total(v, p)):>8}" for p in range(v.players)))
    if not over:
        lines += ["", f"dice  {_faces(v.dice)}   {_rolls_left(v)}"]
    return "\n".join(lines)


def now(v, seat: int) -> str:
    """What is to be done, and what to type for it."""
    if rules.player(v) < 0:
        return f"The game is over: {_result(v, seat)}."
    turn = f"turn {v.turn + 1} of {rules.boxes_of(v.rules)}"
    if v.to_move != seat:
        return f"It is their turn ({turn}): they have {_list(v.dice)} and {_rolls_left(v)}."
    box = next(BOX_NAMES[box] for box in _order(v) if v.boxes[seat, box] == OPEN)
    if v.rolls == 0:
        return f"No roll is left: type the box to write {_list(v.dice)} into, such as {box}."
    common = Counter(v.dice.tolist()).most_common(1)[0][0]
    kept = _list(die for die in v.dice if die == common)
    return (
        f"Your {turn}, {_rolls_left(v)}: type the dice to keep, such as keep {kept}, and the others roll again;"
        f" or a box to write them into, such as {box}."
    )


def _result(v, seat: int) -> str:
    totals = [int(rules.total(v, p)) for p in range(v.players)]
    mine, best = totals[seat], max(totals)
    if v.players == 1:
        return f"you have {mine} points"
    others = [total for p, total in enumerate(totals) if p != seat]
    if mine == best:
        return f"you share the win at {mine}" if mine in others else f"you win {mine} to {_list(others, ', ')}"
    return f"you have {mine}, and {best} wins"


def _column(v, p: int, seat: int) -> str:
    return "you" if p == seat else "other" if v.players == 2 else f"seat {p}"


def _order(v) -> list[int]:
    """The boxes as they stand on the board."""
    three = [THREE_OF_A_KIND] if rules.boxes_of(v.rules) > THREE_OF_A_KIND else []
    return [*range(CHOICE + 1), *three, *range(FOUR_OF_A_KIND, YACHT + 1)]


def _rolls_left(v) -> str:
    return ("no roll left", "one roll left", "two rolls left")[v.rolls]


# --- what happened --------------------------------------------------------------------------------


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as one seat sees it: a whole sentence, see the top of this file."""
    p = int(before.to_move)
    you = p == seat
    who, s = ("you", "") if you else ("{who}", "s")
    if move < FILL:
        kept = _kept(before, move)
        if len(kept) == 5:
            return f"{who} keep{s} all five dice"
        rolled = _list(sorted((Counter(after.dice.tolist()) - Counter(kept)).elements()))
        if not kept:
            return f"{who} roll{s} all five dice: {rolled}"
        dice = "one die" if len(kept) == 4 else f"{NUMBERS[5 - len(kept)]} dice"
        return f"{who} keep{s} {_list(kept)} and roll{s} {dice}: {rolled}"
    box = move - FILL
    points, total = int(after.boxes[p, box]), int(rules.total(after, p))
    more = total - int(rules.total(before, p)) - points
    extra = int(after.extra[p] - before.extra[p])
    told = f"{who} write{s} {points} into {BOX_NAMES[box]} ({count_in_words(before, box)})"
    told += ", 100 more for another yahtzee" if extra else ""
    told += f", which brings the bonus of {more - extra}" if more > extra else ""
    told += f", and {'have' if you else 'has'} {total}"
    return told + (f"\n{_result(after, seat)}" if rules.player(after) < 0 else "")


def count_in_words(v, box: int) -> str:
    """Why the dice on the table score what they do in a box of the player to move."""
    dice, points = v.dice.tolist(), int(rules.dice_score(v, box))
    showing = Counter(dice)
    if box <= SIXES:
        return _many(showing[box + 1], box + 1) + (f" in {_list(dice)}" if points == 0 else "")
    if points == 0:
        return f"{_list(dice)} is no {BOX_NAMES[box]}"
    if box == CHOICE:
        return f"the sum of {_list(dice)}"
    if box == YACHT:
        return f"all five show {dice[0]}"
    if rules.second_yahtzee(v) >= 0 and box in (FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT):
        return f"{_list(dice)} counts as a joker"
    if box in (SMALL_STRAIGHT, LARGE_STRAIGHT):
        return f"{_list(_run(dice))} in a row" if v.rules in (rules.NINTENDO, rules.YAHTZEE) else _list(dice)
    if box == FOUR_OF_A_KIND and v.rules in (rules.PAPER, rules.CLASSIC):
        return f"four {showing.most_common(1)[0][0]}s"
    return _list(dice) if box == FULL_HOUSE and v.rules == rules.YAHTZEE else f"the sum of {_list(dice)}"


def _run(dice: list[int]) -> list[int]:
    """The longest run of faces."""
    faces = sorted(set(dice))
    runs = [[face for face in range(low, 7) if set(range(low, face + 1)) <= set(faces)] for low in faces]
    return max(runs, key=len)


def _many(n: int, face: int) -> str:
    """``no 4``, ``one 4``, ``three 4s``."""
    return f"{NUMBERS[n]} {face}{'s' * (n > 1)}"


def _list(items: Iterable[object], between: str = " ") -> str:
    return between.join(str(item) for item in items)


def _faces(dice) -> str:
    return " ".join(f"{FACES[int(die) - 1]} {int(die)}" for die in dice)
