"""Gin rummy in words."""

from __future__ import annotations

import re

from kibitz import cards
from kibitz.games.gin import melds, rules
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, DRAW, DRAWING, ENDED, KNOCK, OFFER, PASS, TAKE

WORDS = {TAKE: "take", DRAW: "draw", PASS: "pass", BIG_GIN: "big gin"}
ALIASES = {
    "take": TAKE, "upcard": TAKE, "take upcard": TAKE, "draw": DRAW, "stock": DRAW, "draw stock": DRAW,
    "pass": PASS, "decline": PASS, "big gin": BIG_GIN,
}  # fmt: skip
VERBS = {"discard": 0, "throw": 0, "knock": KNOCK, "gin": KNOCK}


def name(v, move: int) -> str:
    """``take``, ``draw``, ``pass``, ``discard 5H``, ``knock 5H`` or ``big gin``."""
    if move in WORDS:
        return WORDS[move]
    return f"{'knock' if move >= KNOCK else 'discard'} {cards.name(move % KNOCK)}"


def read(v, text: str) -> list[int]:
    """The moves a text may mean: a card alone is a discard, ``gin 5H`` is a knock, ``knock`` any knock."""
    words = " ".join(text.lower().replace("-", " ").split())
    if words in ALIASES:
        return [ALIASES[words]]
    verb, _, rest = words.partition(" ")
    if verb in VERBS and not rest:
        return [card + VERBS[verb] for card in range(KNOCK)]
    try:
        found = cards.parse(rest.removeprefix("with ") if verb in VERBS else words)
    except ValueError:
        return []
    if len(found) != 1:
        return []
    return [found[0] + VERBS.get(verb, 0)]


def show(v, seat: int) -> str:
    """The table: scores, the pile, what is known of the other hand, one's own with melds first, and what to do."""
    other = 1 - seat
    taken = _plain(v.hands[other])
    hand = int(v.hands[seat])
    discarding = v.phase == DISCARDING and v.to_move == seat
    dead = f"deadwood {_after_discard(v)} after a discard" if discarding else f"deadwood {melds.deadwood(hand)}"
    lines = [
        f"hand {v.hand}, turn {v.turn}: you {v.scores[seat]}, other {v.scores[other]} (to {v.target})",
        f"stock    {52 - v.next} cards",
        f"pile     {_by_turn(v, v.pile) or 'empty'}",
        f"other    {_other_count(v, seat)} cards" + (f", took {taken}" if taken else ""),
        f"you      {arranged(hand)}   {dead}",
    ]
    if v.phase == ENDED:
        lines.append(_showdown(v, seat))
    elif v.to_move == seat:
        lines.append(f"now      {_to_do(v)}")
    return "\n".join(lines)


def _to_do(v) -> str:
    """What the player to move is asked."""
    if v.phase == OFFER:
        return f"take {cards.pretty([v.upcard])} or pass"
    if v.phase == DRAWING:
        return f"take {cards.pretty([v.upcard])} or draw from the stock"
    came = f"{'took' if v.from_pile else 'drew'} {cards.pretty([v.drawn])}"
    if _after_discard(v) <= v.limit:
        return f"{came}; discard a card, or knock with it"
    return f"{came}; discard a card ({v.limit} or less to knock)"


def _after_discard(v) -> int:
    """The least deadwood that a discard leaves to the player to move."""
    hand, allowed = int(v.hands[v.to_move]), int(rules.may_discard(v))
    return min(int(melds.deadwood(hand ^ 1 << card)) for card in range(52) if allowed >> card & 1)


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as one seat sees it."""
    p = int(before.to_move)
    if move == TAKE:
        return f"takes {cards.pretty([before.upcard])}"
    if move == DRAW:
        return f"draws {_drawn(after, p, seat)}"
    if move == PASS:
        drawn = p != before.starter
        return "passes" + (f"; the starter draws {_drawn(after, 1 - p, seat)}" if drawn else "")
    said = "lays down eleven cards"
    if move != BIG_GIN:
        said = f"{'knocks with' if move >= KNOCK else 'discards'} {cards.pretty([move % KNOCK])}"
    if after.hand != before.hand or after.phase == ENDED:
        said += f". {_showdown(after, seat)}"
    return said


def arranged(hand: int) -> str:
    """Cards as they are laid down: melds between bars, deadwood last."""
    hand = int(hand)
    sets = int(melds.best_sets(hand, 0, 0))
    laid = int(melds.runs(hand ^ sets))
    parts = [_plain(sets & melds.COLUMN << rank) for rank in range(13)]
    for suit in range(4):
        column = (laid >> 13 * suit) & melds.RANKS
        stretches = re.finditer("1+", f"{column:013b}"[::-1])
        parts += [_plain(sum(1 << (13 * suit + i) for i in range(*m.span()))) for m in stretches]
    parts.append(_plain(hand ^ sets ^ laid))
    return " | ".join(part for part in parts if part)


def _plain(mask: int) -> str:
    held = [card for card in range(52) if int(mask) >> card & 1]
    return cards.pretty(sorted(held, key=lambda card: (card % 13, card)))


def _by_turn(v, mask: int) -> str:
    """The pile, the upcard last."""
    held = [card for card in range(52) if int(mask) >> card & 1]
    return cards.pretty(sorted(held, key=lambda card: max(v.threw[0, card], v.threw[1, card])))


def _other_count(v, seat: int) -> int:
    return 52 - int(v.hands[seat]).bit_count() - int(v.pile).bit_count() - (52 - int(v.next))


def _drawn(v, p: int, seat: int) -> str:
    return cards.pretty([v.drawn]) if p == seat else "from the stock"


def _showdown(v, seat: int) -> str:
    """How the hand before ended."""
    if v.outcome == rules.VOID:
        return "The hand is void."
    knocker = int(v.knocker)
    own, other = (int(v.shown[p]) for p in (knocker, 1 - knocker))
    winner = 0 if v.won[0] else 1
    how = {rules.KNOCKED: "knock", rules.GIN: "gin", rules.UNDERCUT: "undercut", rules.WENT_BIG: "big gin"}
    who = ["the other", "you"]
    return (
        f"{how[int(v.outcome)].capitalize()}: {arranged(own)} ({melds.deadwood(own)}) "
        f"against {arranged(other)} ({rules.defence(own, other)} after layoffs); "
        f"{v.won[winner]} points for {who[winner == seat]}."
    )
