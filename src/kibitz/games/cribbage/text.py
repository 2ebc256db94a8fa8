"""Cribbage in words.

What is told is told to one seat, the watcher: it is "you", and the mover is "you" or "{who}", for
which the table puts the name. The other player is otherwise "they".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from kibitz import cards as playing_cards
from kibitz.cards import pretty
from kibitz.games.cribbage import counting, rules
from kibitz.games.cribbage.counting import JACK, NONE
from kibitz.games.cribbage.rules import CLAIM, CRIB, DISCARD, DISCARDING, PLAYING, SHOWING, SKUNK
from kibitz.games.cribbage.spoken import ALIKE, by_rank, spell, spell_number

# --- moves ----------------------------------------------------------------------------------------


def name(v, move: int) -> str:
    """``5H JD`` throws two cards, ``5H`` plays one, ``count 7`` counts a hand."""
    if move >= CLAIM:
        return f"count {move - CLAIM}"
    if move >= DISCARD:
        return playing_cards.names(_thrown(v, move))
    return playing_cards.name(move)


def read(v, text: str) -> list[int]:
    """The moves a text may mean: cards or, where that is plain, ranks alone; or a count."""
    if v.phase == SHOWING:
        counted = _count_of(text)
        return [CLAIM + counted] if counted is not None and counted < 30 else []
    hand = _cards_at_choice(v)
    meant = _cards_of(text, hand)
    if meant is None:
        return []
    # Cards that are not in the hand, or too many or too few of them, make a move that is not allowed.
    if v.phase == PLAYING:
        return meant[0] or [NONE] if len(meant) == 1 else [NONE]
    if len(meant) != 2:
        return [NONE]
    thrown = {tuple(sorted((hand.index(a), hand.index(b)))) for a in meant[0] for b in meant[1] if {a, b} <= set(hand)}
    return [DISCARD + 10 * i + j for i, j in sorted(thrown) if i != j] or [NONE]


def part(v) -> tuple[str, int]:
    """Which deal this is: the dealer changes with each."""
    return "Deal", int(v.dealer)


def why_not(v, text: str) -> str | None:
    """Why a text is no legal move of the player to move, where there is more to say than that it is none."""
    if text.strip().lower() in ("go", "pass", "say go"):
        return "a go is said for you whenever you cannot play, so there is nothing to type for it"
    if v.phase == SHOWING:
        counted = _count_of(text)
        return "no hand counts more than 29" if counted is not None else "it is your count: type it, such as count 7"
    hand, counted = _cards_at_choice(v), _count_of(text)
    if counted is not None and (text.strip().lower().startswith(("count", "claim")) or counted > 10):
        return "nothing is counted now" + ("" if v.muggins else "; without muggins hands are counted for you")
    meant = _cards_of(text, hand)
    if meant is None:
        return None
    wanted = 2 if v.phase == DISCARDING else 1
    if len(meant) != wanted:
        return "throw two cards, no more and no less" if wanted == 2 else "play one card at a time"
    missing = [card for named in meant for card in named if card not in hand]
    if missing or not all(meant):
        what = pretty(missing) if missing else "such a card"
        return f"you do not hold {what}; you hold {pretty(by_rank(hand))}"
    if v.phase == DISCARDING:
        return "throw two different cards" if meant[0] == meant[1] and len(meant[0]) == 1 else None
    held = [card for card in meant[0] if not _is_laid(v, card)]
    if not held:
        return f"{pretty(meant[0][:1])} is already on the table"
    total = int(v.total) + counting.value(held[0])
    return f"{pretty(held[:1])} would make {total}, and the count may not pass 31" if total > 31 else None


def _thrown(v, move: int) -> list[int]:
    return by_rank(v.cards[max(rules.player(v), 0)][list(divmod(move - DISCARD, 10))])


def _cards_at_choice(v) -> list[int]:
    return v.cards[max(rules.player(v), 0)][: 4 if v.phase == PLAYING else 6].tolist()


def _is_laid(v, card: int) -> bool:
    p = int(v.to_move)
    return bool(v.laid[p] >> v.cards[p].tolist().index(card) & 1)


def _count_of(text: str) -> int | None:
    """The count a text claims."""
    counted = re.fullmatch(r"(?:count|claim)?\s*(\d{1,3})(?: points?)?", text.strip().lower())
    return int(counted[1]) if counted else None


def _cards_of(text: str, hand: list[int]) -> list[list[int]] | None:
    """What a text may mean, card by card: ``5h`` one card, ``5`` any five of the hand, ``5hjd`` one and another."""
    words = re.sub(r"^(discard|throw|toss|play|lay) ", "", text.strip().lower())
    meant: list[list[int]] = []
    for word in re.sub(r",|&|\band\b", " ", words).split():
        rank = word.upper().replace("10", "T")
        if rank in tuple(playing_cards.RANKS):
            meant.append([card for card in hand if playing_cards.RANKS[card % 13] == rank])
        else:
            try:
                meant += [[card] for card in playing_cards.parse(word)]
            except ValueError:
                return None
    return meant or None


# --- the table ------------------------------------------------------------------------------------


def show(v, seat: int) -> str:
    """The table: points, the play so far, and the cards in hand."""
    other = 1 - seat
    roles = ["dealer" if p == v.dealer else "pone" for p in range(2)]
    lines = [
        f"you ({roles[seat]}) {v.points[seat]}   opponent ({roles[other]}) {v.points[other]}   game at {v.target}",
        f"starter  {pretty([v.starter]) if v.starter != NONE else '–'}",
    ]
    if v.played > 0:
        piles = [pretty(v.pile[: v.start]), pretty(v.pile[v.start : v.played])]
        lines.append(f"played   {' | '.join(filter(None, piles))}{f'   count {v.total}' if v.total else ''}")
    hand = [int(card) for i, card in enumerate(v.cards[seat]) if not (i < 4 and v.laid[seat] >> i & 1)]
    thrown = [] if v.phase == DISCARDING and not _has_thrown(v, seat) else hand[-2:]
    held = hand[: len(hand) - len(thrown)]
    lines.append(f"hand     {pretty(by_rank(held)) or '–'}")
    if thrown:
        lines.append(f"thrown   {pretty(by_rank(thrown))}")
    if v.phase == SHOWING and not rules.is_won(v):
        lines.append(f"to count {_counted_next(v)}: {_whose(v, seat)}")
    return "\n".join(lines)


def recall(line: Iterator[np.record]) -> dict[str, list[list[int]]]:
    """Back and front peg of each seat: where it stood before its last points, and where it stands."""
    points = next(line).points.tolist()
    before: list[int | None] = [None, None]
    for v in line:
        for p in (0, 1):
            if before[p] is None and v.points[p] != points[p]:
                before[p] = int(v.points[p])
        if None not in before:
            break
    return {"pegs": [[now if back is None else back, now] for back, now in zip(before, points)]}


def now(v, seat: int) -> str:
    """What is to be done, and what to type for it."""
    if rules.is_won(v):
        return f"The game is over: {_won(v, seat)}."
    is_mine = rules.player(v) == seat
    if v.phase == DISCARDING:
        crib = "your" if v.dealer == seat else "their"
        if not is_mine:
            return f"They are to throw two cards to {crib if crib == 'your' else 'their own'} crib."
        example = playing_cards.names(by_rank(v.cards[seat])[:2])
        return f"Throw two cards to {crib} crib: type both, such as {example}."
    if v.phase == PLAYING:
        if not is_mine:
            return f"They are to play a card on {v.total}." if v.total else "They lead a card."
        fitting = by_rank(v.cards[seat, i] for i in range(4) if rules.may_lay(v, seat, i))
        what = f"Play a card on {v.total}, up to 31" if v.total else "Lead a card"
        go = "They say go, so you play on. " if v.total and v.by[v.played - 1] == seat and v.left[1 - seat] else ""
        return f"{go}{what}: type it, such as {playing_cards.name(fitting[0])}."
    counted = f"{_whose(v, seat)}, {_counted_next(v)}"
    if not is_mine:
        return f"They are to count {counted}."
    return f"Count {counted}: type the points, such as count 7; what you overlook goes to them."


def _won(v, seat: int) -> str:
    winner = int(v.points.argmax())
    margin = int(v.points[winner]) - int(v.points[1 - winner])
    skunk = ", a skunk" if margin >= SKUNK else ""
    return f"{'you win' if winner == seat else 'they win'} {v.points[winner]} to {v.points[1 - winner]}{skunk}"


def _whose(v, seat: int) -> str:
    """Whose hand or crib is counted."""
    return f"{'your' if rules.owner(v) == seat else 'their'} {'crib' if v.counting == CRIB else 'hand'}"


def _counted_next(v) -> str:
    cards = [rules.to_count(v, j) for j in range(4)]
    return f"{pretty(by_rank(cards))} with {pretty([v.starter])}"


def _has_thrown(v, seat: int) -> bool:
    return v.phase != DISCARDING or (seat != v.dealer and v.to_move == v.dealer)


# --- what happened --------------------------------------------------------------------------------


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as one seat sees it: whole sentences, see the top of this file."""
    if before.phase == DISCARDING:
        told = _tell_throw(before, move, after, seat)
    elif before.phase == PLAYING:
        told = _tell_play(before, move, after, seat)
    else:
        told = _tell_claim(before, move, after, seat)
    if rules.is_won(after) and not rules.is_won(before):
        told += f"\n{_won(after, seat)}"
    return told


def _mover(before, seat: int, verb: str) -> str:
    """The mover and what it does: ``you throw``, ``{who} throws``."""
    return f"you {verb}" if before.to_move == seat else f"{{who}} {verb}s"


def _tell_throw(before, move: int, after, seat: int) -> str:
    is_mine, my_crib = before.to_move == seat, before.dealer == seat
    cards = pretty(_thrown(before, move)) if is_mine else "two cards"
    told = (
        f"{_mover(before, seat, 'throw')} {cards} to {'your' if my_crib else 'their' if is_mine else 'their own'} crib"
    )
    if after.phase != DISCARDING:
        told += f"; the starter is {pretty([after.starter])}"
        if counting.rank_of(after.starter) == JACK:
            told += f", two for his heels to {'you' if my_crib else 'them'}"
    return told


def _tell_play(before, card: int, after, seat: int) -> str:
    mover = int(before.to_move)
    pile = np.append(before.pile[before.start : before.played], np.int8(card))
    total = int(before.total) + counting.value(card)
    told = f"{_mover(before, seat, 'play')} {pretty([card])}, {spell_number(total)}"
    if total in (15, 31):
        told += " for two"
    same = counting.alike(pile, 0, len(pile))
    if same > 1:
        told += f", {ALIKE[same]} for {spell_number(same * (same - 1))}"
    run = counting.run_length(pile, 0, len(pile))
    if run:
        told += f", a run of {spell_number(run)} for {spell_number(run)}"
    points = int(before.points[mover]) + counting.peg(pile, 0, len(pile), total)
    if points >= before.target:
        return told
    was_last = before.left.sum() == 1
    if (was_last or after.start == after.played) and total < 31:
        points += 1
        told += ", one for the last card" if was_last else ", one for the go"
    elif after.start < after.played and after.to_move == mover and after.left[1 - mover] > 0:
        told += "; they say go" if mover == seat else "; you cannot play and say go"
    if was_last and points < before.target and not before.muggins:
        told += "".join(
            f"\n{_shown(before, after, which, seat)}" for which in range(3) if after.shown[which, 0] != NONE
        )
    return told


def _tell_claim(before, move: int, after, seat: int) -> str:
    is_mine = before.to_move == seat
    claimed, true = move - CLAIM, int(rules.true_count(before))
    told = f"{_mover(before, seat, 'count')} {claimed}"
    if claimed > true:
        told += f", which is too many: it is {true}"
    elif claimed < true:
        told += f" and overlook{'' if is_mine else 's'} {true - claimed}, which {'they' if is_mine else 'you'} take"
    return f"{told}\n{_shown(before, after, int(before.counting), seat)}"


def _shown(before, after, which: int, seat: int) -> str:
    """A hand or crib of the round that was just played, counted in words."""
    owner = 1 - before.dealer if which == rules.PONE_HAND else before.dealer
    title = f"{'your' if owner == seat else 'their'} {'crib' if which == CRIB else 'hand'}"
    cards, starter = by_rank(after.shown[which]), int(after.shown_starter)
    return f"{title}, {pretty(cards)} with {pretty([starter])}: {spell(cards, starter, which == CRIB)}"
