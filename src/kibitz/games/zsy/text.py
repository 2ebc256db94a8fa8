"""ZSY in words."""

from __future__ import annotations

from kibitz.games.zsy import rules
from kibitz.games.zsy.rules import BIG_JOKER, BOMB, DOUBLE, NEVER, PASS, RANKS, SINGLE, SMALL_JOKER

LETTERS = "3456789TJQKA2☆★"
"""The ranks; the stars are the small and the big joker."""

ALIASES = {"small joker": "☆", "big joker": "★", "both jokers": "☆★", "sj": "☆", "bj": "★", "10": "t"}
KIND_NAMES = ("singles", "doubles", "triples", "bombs")


def name(v, move: int) -> str:
    """``single 7``, ``777``, ``55666``, ``☆★``, ``pass``."""
    if move == PASS:
        return "pass"
    cards = "".join(_each(rules.cards_of(move)))
    return f"single {cards}" if rules.pattern_of(move) == SINGLE else cards


def read(v, text: str) -> list[int]:
    """The move a text means: ``pass``, or the cards in any order, with or without spaces (``10`` is ``T``)."""
    words = " ".join(text.lower().split())
    if words in ("pass", "p"):
        return [PASS]
    for long, short in ALIASES.items():
        words = words.replace(long, short)
    for kind in ("single", "double", "triple", "bomb", "chain"):
        words = words.removeprefix(kind)
    letters = words.upper().replace(" ", "").replace(",", "")
    if not letters or any(letter not in LETTERS for letter in letters):
        return []
    sizes = [letters.count(letter) for letter in LETTERS]
    first, last = _span(sizes)
    if first == SMALL_JOKER and sizes[SMALL_JOKER:] == [1, 1]:
        return [int(rules.code(SMALL_JOKER, DOUBLE))]
    links = sizes[first : last + 1]
    if max(links) > BOMB or len(links) > rules.LONGEST_CHAIN or (len(links) > 1 and min(links) < DOUBLE):
        return []
    return [int(rules.code(first, sum(size << 3 * i for i, size in enumerate(links))))]


def _span(sizes: list[int]) -> tuple[int, int]:
    held = [rank for rank in range(RANKS) if sizes[rank]]
    return held[0], held[-1]


def show(v, seat: int) -> str:
    """The table: both hands as far as the seat sees them, what is to be beaten, and what is known."""
    other = 1 - seat
    theirs = f"{int(v.left[other])} cards"
    if v.open:
        theirs = f"{_cards(v.hands[other])}   ({theirs})"
    lines = [
        f"other   {theirs}",
        f"table   {_table(v, seat)}",
        f"you     {_cards(v.hands[seat])}   ({int(v.left[seat])} cards)",
        "",
        f"played  you {_cards(v.played[seat])}; other {_cards(v.played[other])}",
        f"unseen  {_cards(rules.unseen(v, seat))}",
    ]
    passed = [f"{_kind_name(k)} from {LETTERS[rank]}" for k, rank in enumerate(v.passed[other]) if rank != NEVER]
    if passed:
        lines.append(f"other passed on {', '.join(passed)}")
    return "\n".join(lines)


def _table(v, seat: int) -> str:
    if rules.player(v) < 0:
        return "you won" if v.left[seat] == 0 else "the other won"
    mine = v.to_move == seat
    if v.top == PASS:
        return "you lead" if mine else "the other leads"
    return f"{name(v, int(v.top))}, {'yours to beat' if mine else 'for the other to beat'}"


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as the table sees it."""
    p = int(before.to_move)
    if move == PASS:
        return f"passes on {name(before, int(before.top))}; {'the other leads' if p == seat else 'you lead'}"
    left = int(after.left[p])
    end = "and is out of cards" if left == 0 else f"{left} card{'s' * (left > 1)} left"
    return f"{'leads' if before.top == PASS else 'plays'} {name(before, move)}, {end}"


def _kind_name(kind: int) -> str:
    return KIND_NAMES[kind] if kind < BOMB else f"chains of {kind - BOMB + 2}"


def _each(cards: int) -> list[str]:
    """A set of cards, one text a rank held: ``["5", "77"]``."""
    held = [int(rules.count(int(cards), rank)) for rank in range(BIG_JOKER + 1)]
    return [LETTERS[rank] * n for rank, n in enumerate(held) if n]


def _cards(cards: int) -> str:
    return " ".join(_each(cards)) or "none"
