"""Cribbage in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from kibitz import cards as playing_cards
from kibitz.games.cribbage import counting, rules
from kibitz.games.cribbage.counting import JACK, NONE
from kibitz.games.cribbage.rules import CLAIM, CRIB, DISCARD, DISCARDING, PLAYING

UNITS = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty")
RUNS = {1: "a run", 2: "a double run", 3: "a triple run", 4: "a double double run"}
ALIKE = {2: "a pair", 3: "three alike", 4: "four alike"}
COUNTS = ("pone's hand", "dealer's hand", "the crib")


def name(v, move: int) -> str:
    """``5H JD`` throws two cards, ``5H`` plays one, ``count 7`` counts a hand."""
    if move >= CLAIM:
        return f"count {move - CLAIM}"
    if move >= DISCARD:
        i, j = divmod(move - DISCARD, 10)
        thrown = v.cards[max(rules.player(v), 0)][[i, j]]
        return playing_cards.names(_by_rank(thrown))
    return playing_cards.name(move)


def read(v, text: str) -> list[int]:
    """The moves a text may mean: cards or, where that is plain, ranks alone; or a count."""
    counted = re.fullmatch(r"(?:count |claim )?\s*(\d{1,2})", text.strip().lower())
    if v.phase == rules.SHOWING:
        return [CLAIM + int(counted[1])] if counted and int(counted[1]) < 30 else []
    hand = v.cards[max(rules.player(v), 0)][: 4 if v.phase == PLAYING else 6].tolist()
    words = re.sub(r"^(toss|throw|play|lay) ", "", text.strip().lower()).replace(",", " ").split()
    try:
        meant = [cards for word in words for cards in _cards_of(word, hand)]
    except ValueError:
        return []
    if v.phase == PLAYING:
        return meant[0] or [NONE] if len(meant) == 1 else [NONE]
    # Cards that are not in the hand, or not two of them, make a move that is not allowed.
    if len(meant) != 2:
        return [NONE]
    thrown = {tuple(sorted((hand.index(a), hand.index(b)))) for a in meant[0] for b in meant[1] if {a, b} <= set(hand)}
    return [DISCARD + 10 * i + j for i, j in sorted(thrown) if i != j] or [NONE]


def _cards_of(word: str, hand: list[int]) -> list[list[int]]:
    """What a word may mean, card by card: ``5h`` one, ``5`` any five in the hand, ``5hjd`` one and another."""
    rank = word.upper().replace("10", "T")
    if rank in tuple(playing_cards.RANKS):
        return [[card for card in hand if playing_cards.RANKS[card % 13] == rank]]
    return [[card] for card in playing_cards.parse(word)]


def show(v, seat: int) -> str:
    """The table: points, the play so far, and the cards in hand."""
    other = 1 - seat
    roles = ["dealer" if p == v.dealer else "pone" for p in range(2)]
    lines = [
        f"you ({roles[seat]}) {v.points[seat]}   opponent ({roles[other]}) {v.points[other]}   game at {v.target}",
        f"starter  {playing_cards.pretty([v.starter]) if v.starter != NONE else '–'}",
    ]
    if v.played > 0:
        piles = [_played(v, 0, v.start), _played(v, v.start, v.played)]
        lines.append(f"played   {' | '.join(filter(None, piles))}{f'   count {v.total}' if v.total else ''}")
    hand = [int(card) for i, card in enumerate(v.cards[seat]) if not (i < 4 and v.laid[seat] >> i & 1)]
    thrown = [] if v.phase == DISCARDING and not _has_thrown(v, seat) else hand[-2:]
    held = hand[: len(hand) - len(thrown)]
    lines.append(f"hand     {playing_cards.pretty(_by_rank(held)) or '–'}")
    if thrown:
        lines.append(f"thrown   {playing_cards.pretty(_by_rank(thrown))}")
    if v.phase == rules.SHOWING and not rules.is_won(v):
        shown = _counted_next(v)
        lines.append(f"to count {playing_cards.pretty(shown)}: {COUNTS[v.counting]}")
    return "\n".join(lines)


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as the table sees it."""
    p = int(before.to_move)
    if before.phase == DISCARDING:
        thrown = name(before, move) if p == seat else "two cards"
        whose = "your" if before.dealer == seat else "the opponent's" if p == seat else "its own"
        told = f"throws {thrown} to {whose} crib"
        if p == before.dealer:
            told += f"; the starter is {playing_cards.pretty([after.starter])}"
            told += ", two for his heels" if counting.rank_of(after.starter) == JACK else ""
    elif before.phase == PLAYING:
        told = _tell_play(before, move, after)
    else:
        whose = COUNTS[before.counting]
        told = f"counts {whose} at {move - CLAIM}"
        true = _true_count(before, after)
        if true is not None and true != move - CLAIM:
            told += f"; it holds {true}" + (", and the rest is taken" if true > move - CLAIM else "")
    if rules.is_won(after) and not rules.is_won(before):
        winner = int(after.points.argmax())
        won = f"{after.points[winner]} to {after.points[1 - winner]}"
        told += f"; {'you win' if winner == seat else 'the opponent wins'} {won}"
    return told


def spell(cards: Sequence[int], starter: int = NONE, is_crib: bool = False) -> str:
    """Count a hand as players speak it.

    >>> spell([4, 18, 32, 49], 46)  # 5C 6D 7H JS and the eight of spades
    'fifteen two, fifteen four, a run of four makes eight, and his nobs makes nine'
    >>> spell([1, 16, 30, 23], 25)  # 2C 4D 5H JD and the king of diamonds
    'fifteen two, fifteen four, and his nobs makes five'
    >>> spell([1, 16, 20, 34])
    'fifteen two'
    """
    hand = [int(card) for card in cards] + ([int(starter)] if starter != NONE else [])
    parts: list[tuple[str, int]] = []
    for size in range(2, len(hand) + 1):
        for chosen in combinations(hand, size):
            if sum(counting.value(card) for card in chosen) == 15:
                parts.append(("fifteen", 2))
    ranks = [card % 13 for card in hand]
    pairs = [rank for rank in sorted(set(ranks)) if ranks.count(rank) > 1]
    run, ways = _run(ranks)
    if run:
        # A double run is spoken with its pair: eight for three cards, ten for four.
        alike_in_run = sum(ranks.count(r) * (ranks.count(r) - 1) for r in pairs if r in run)
        title = RUNS[ways] + f" of {UNITS[len(run)]}"
        parts.append((title, ways * len(run) + alike_in_run))
        pairs = [rank for rank in pairs if rank not in run]
    for rank in pairs:
        parts.append((ALIKE[ranks.count(rank)], ranks.count(rank) * (ranks.count(rank) - 1)))
    suits = [card // 13 for card in hand]
    if len(set(suits)) == 1 and (len(hand) == 5 or not is_crib):
        parts.append(("a flush", len(hand)))
    elif len(set(suits[:4])) == 1 and not is_crib:
        parts.append(("a flush", 4))
    if starter != NONE and 13 * (int(starter) // 13) + JACK in hand[:4]:
        parts.append(("his nobs", 1))
    return _spoken(parts)


def spell_number(n: int) -> str:
    """
    >>> spell_number(0), spell_number(12), spell_number(24)
    ('nothing', 'twelve', 'twenty-four')
    """
    if n < 20:
        return UNITS[n]
    return TENS[n // 10] + (f"-{UNITS[n % 10]}" if n % 10 else "")


def _spoken(parts: list[tuple[str, int]]) -> str:
    """Each part with the count so far: ``fifteen two, and a pair makes four``."""
    total, said = 0, []
    for n, (title, points) in enumerate(parts):
        total += points
        last = n == len(parts) - 1 and n > 0
        if title == "fifteen":
            said.append(f"fifteen {spell_number(total)}")
        elif n == 0:
            said.append(f"{title} is {spell_number(total)}" if title != "his nobs" else "one for his nobs")
        else:
            said.append(f"{'and ' if last else ''}{title} makes {spell_number(total)}")
    return ", ".join(said) or "nothing"


def _run(ranks: Sequence[int]) -> tuple[set[int], int]:
    """The ranks of the run, if there is one of three or more, and how many ways it is held."""
    for low in range(11):
        high = low
        while high in ranks:
            high += 1
        if high - low >= 3:
            ways = 1
            for rank in range(low, high):
                ways *= ranks.count(rank)
            return set(range(low, high)), ways
    return set(), 0


def _tell_play(before, card: int, after) -> str:
    pile = np.append(before.pile[before.start : before.played], np.int8(card))
    total = int(before.total) + counting.value(card)
    told = f"plays {playing_cards.pretty([card])}, {spell_number(total)}"
    scored = []
    if total in (15, 31):
        scored.append("two for the count")
    same = counting.alike(pile, 0, len(pile))
    if same > 1:
        scored.append(f"{spell_number(same * (same - 1))} for {ALIKE[same]}")
    run = counting.run_length(pile, 0, len(pile))
    if run:
        scored.append(f"{spell_number(run)} for a run")
    ended = after.played == 0 or after.start == after.played
    if ended and total < 31 and not (rules.is_won(after) and after.total == total):
        scored.append("one for the last card")
    elif not ended and after.to_move == before.to_move and after.left[1 - before.to_move] and not rules.is_won(after):
        scored.append("the other says go")
    told += "".join(f", {part}" for part in scored)
    if after.shown_starter != NONE and before.left.sum() == 1 and before.muggins == 0:
        for which, cards in enumerate(after.shown):
            if cards[0] != NONE:
                spoken = spell(_by_rank(cards), int(after.shown_starter), which == CRIB)
                told += f"\n{COUNTS[which]} {playing_cards.pretty(_by_rank(cards))} "
                told += f"with {playing_cards.pretty([after.shown_starter])}: {spoken}"
    return told


def _true_count(before, after) -> int | None:
    """What a claimed hand really held, once it lies open."""
    cards = after.shown[before.counting]
    if cards[0] == NONE:
        return None
    return int(counting.count(*cards.tolist(), int(after.shown_starter), before.counting == CRIB))


def _counted_next(v) -> list[int]:
    if v.counting == CRIB:
        cards = [*v.cards[0, 4:].tolist(), *v.cards[1, 4:].tolist()]
    else:
        cards = v.cards[rules.owner(v), :4].tolist()
    return [*_by_rank(cards), int(v.starter)]


def _played(v, first: int, end: int) -> str:
    return playing_cards.pretty(v.pile[first:end])


def _has_thrown(v, seat: int) -> bool:
    return v.phase != DISCARDING or (seat != v.dealer and v.to_move == v.dealer)


def _by_rank(cards: Iterable[int]) -> list[int]:
    return sorted((int(card) for card in cards), key=lambda card: (card % 13, card // 13))
