"""Gin rummy in words."""

from __future__ import annotations

import re

import numpy as np

from kibitz import cards
from kibitz.games.gin import melds, rules
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, DRAW, DRAWING, ENDED, KNOCK, NONE, OFFER, PASS, TAKE

WORDS = {TAKE: "take", DRAW: "draw", PASS: "pass", BIG_GIN: "big gin"}
ALIASES = {
    "take": TAKE, "upcard": TAKE, "take upcard": TAKE, "take it": TAKE, "pick up": TAKE,
    "draw": DRAW, "stock": DRAW, "draw stock": DRAW, "draw from stock": DRAW, "take stock": DRAW, "deck": DRAW,
    "pass": PASS, "decline": PASS, "leave": PASS, "big gin": BIG_GIN,
}  # fmt: skip
VERBS = {"discard": 0, "throw": 0, "play": 0, "knock": KNOCK, "gin": KNOCK}


# --- moves ----------------------------------------------------------------------------------------


def name(v: np.record, move: int) -> str:
    """``take``, ``draw``, ``pass``, ``discard 5H``, ``knock 5H`` or ``big gin``."""
    if move in WORDS:
        return WORDS[move]
    return f"{'knock' if move >= KNOCK else 'discard'} {cards.name(move % KNOCK)}"


def read(v: np.record, text: str) -> list[int]:
    """The moves a text may mean.

    ``5h`` throws the card, or takes it where it is turned up; a rank alone is any such card of the hand; ``gin 5h``
    is a knock, and ``knock`` alone the knock that leaves least.
    """
    words = " ".join(text.lower().replace("-", " ").replace(" the ", " ").replace(" with ", " ").split())
    if words in ALIASES:
        return [ALIASES[words]]
    verb, _, rest = words.partition(" ")
    if verb in ("take", "pick"):
        found = _meant(rest.removeprefix("up "), 1 << int(v.upcard) if v.upcard != NONE else 0)
        return [TAKE] if found == [v.upcard] else []
    if verb in VERBS and not rest:
        return [VERBS[verb] + card for card in (_best_discards(v) if VERBS[verb] else range(KNOCK))]
    if verb not in VERBS and v.phase in (OFFER, DRAWING) and _meant(words, 1 << int(v.upcard)) == [v.upcard]:
        return [TAKE]
    found = _meant(rest if verb in VERBS else words, int(v.hands[v.to_move]))
    return [VERBS.get(verb, 0) + card for card in found]


def _meant(word: str, among: int) -> list[int]:
    """The one card a word names, or those of a rank `among` some."""
    rank = word.upper().replace("10", "T")
    if rank in tuple(cards.RANKS):
        return _listed(among & melds.COLUMN << cards.RANKS.index(rank))
    try:
        found = cards.parse(word)
    except ValueError:
        return []
    return found if len(found) == 1 else []


def _best_discards(v: np.record) -> list[int]:
    """The discards that leave the player to move least deadwood; any card where it is not time to discard."""
    if v.phase != DISCARDING:
        return list(range(KNOCK))
    hand = int(v.hands[v.to_move])
    left = {card: int(melds.deadwood(hand ^ 1 << card)) for card in _listed(rules.may_discard(v))}
    return [card for card, dead in left.items() if dead == min(left.values())]


def part(v: np.record) -> tuple[str, int]:
    """Which hand this is."""
    return "Hand", int(v.hand)


def why_not(v: np.record, text: str) -> str | None:
    """Why the player to move may not do what a text says; None where it may, or where the text says nothing."""
    moves = read(v, text)
    legal = np.zeros(rules.MOVES, np.int32)
    if not moves or set(moves) & set(legal[: rules.legal(v, legal)].tolist()):
        return None
    upcard = cards.pretty([v.upcard]) if v.upcard != NONE else ""
    if v.phase != DISCARDING:
        if moves == [DRAW]:
            return f"the first card is offered before anybody draws: take {upcard} or pass"
        if moves == [PASS]:
            return f"only the first card can be passed: take {upcard} or draw from the stock"
        return f"you have ten cards: first take {upcard} or {'pass' if v.phase == OFFER else 'draw from the stock'}"
    if moves[0] in (TAKE, DRAW, PASS):
        return f"you have {'taken' if v.from_pile else 'drawn'} {cards.pretty([v.drawn])}: now throw a card"
    hand = int(v.hands[v.to_move])
    if moves == [BIG_GIN]:
        if not v.big_gin:
            return "big gin is not played here: throw a card"
        return f"big gin needs eleven melded cards; you have {melds.deadwood(hand)} deadwood"
    held = [move for move in moves if hand >> move % KNOCK & 1]
    if not held:
        return f"you do not hold {cards.pretty([moves[0] % KNOCK])}"
    if v.from_pile and all(move % KNOCK == v.drawn for move in held):
        return f"{cards.pretty([v.drawn])} was just taken and may not go back at once"
    dead = min(int(melds.deadwood(hand ^ 1 << move % KNOCK)) for move in held)
    limit = f"the limit is {v.limit}" if v.limit else "only gin, no deadwood at all, can be laid down"
    return f"you would have {dead} deadwood, {limit}"


# --- the table ------------------------------------------------------------------------------------


def show(v: np.record, seat: int) -> str:
    """The table: scores, the pile, what is known of the other hand, and one's own with melds first."""
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
        f"you      {arranged(hand)}",
        dead,
    ]
    return "\n".join(lines)


def now(v: np.record, seat: int) -> str:
    """One sentence: what has happened, whose turn it is, and what to type."""
    if v.phase == ENDED:
        mine, theirs = int(v.scores[seat]), int(v.scores[1 - seat])
        end = "you win" if mine > theirs else "you lose" if mine < theirs else "nobody wins"
        return f"The game is over: {end}, {mine} to {theirs}."
    if v.to_move != seat:
        doing = {OFFER: "may take the first card or pass", DRAWING: "is to draw", DISCARDING: "is to throw a card"}
        return f"The other player {doing[int(v.phase)]}."
    if v.phase == DISCARDING:
        return f"You {'took' if v.from_pile else 'drew'} {cards.pretty([v.drawn])}: {_throw_or_knock(v)}."
    upcard, dead = cards.pretty([v.upcard]), melds.deadwood(int(v.hands[seat]))
    if v.phase == OFFER:
        first = f"{upcard} is turned up" if v.starter == seat else f"The other player passed on {upcard}"
        return f"{first} and you have {dead} deadwood: type take or pass."
    return f"The other player {_last_turn(v, 1 - seat)} and you have {dead} deadwood: type take or draw."


def _last_turn(v: np.record, p: int) -> str:
    """What a player did in the turn before this one."""
    took = [card for card, turn in enumerate(v.took[p].tolist()) if turn == v.turn - 1]
    return f"{f'took {cards.pretty(took)}' if took else 'drew'} and threw {cards.pretty([v.upcard])}"


def _throw_or_knock(v: np.record) -> str:
    best, dead = _best_discards(v)[0], _after_discard(v)
    if dead == 0:
        return f"that is gin, type knock {cards.name(best)}"
    if dead <= v.limit:
        return f"type a card to throw, or knock {cards.name(best)} to lay down with {dead} deadwood"
    least = f"{v.limit} or less lets you knock" if v.limit else "only gin can be laid down"
    return f"type a card to throw, such as {cards.name(best)}, which leaves {dead} deadwood ({least})"


def _after_discard(v: np.record) -> int:
    """The least deadwood that a discard leaves to the player to move."""
    return int(melds.deadwood(int(v.hands[v.to_move]) ^ 1 << _best_discards(v)[0]))


# --- what happened --------------------------------------------------------------------------------


def tell(before: np.record, move: int, after: np.record, seat: int) -> str:
    """What a move did, as one seat sees it; ``{who}`` stands for the one who moved, if that was not the seat."""
    p = int(before.to_move)
    subject, s = ("you", "") if p == seat else ("{who}", "s")
    if move == TAKE:
        return f"{subject} take{s} {cards.pretty([before.upcard])}"
    if move == DRAW:
        return f"{subject} draw{s} {_drawn(after, p, seat)}"
    if move == PASS:
        passed = f"{subject} pass{'es' if s else ''} on {cards.pretty([before.upcard])}"
        if p == before.starter:
            return passed
        return f"{passed}, so {'the other player draws' if p == seat else 'you draw'} {_drawn(after, 1 - p, seat)}"
    if move == BIG_GIN:
        said = f"{subject} lay{s} down all eleven cards"
    elif move >= KNOCK:
        said = f"{subject} throw{s} {cards.pretty([move % KNOCK])} and knock{s}"
    else:
        said = f"{subject} throw{s} {cards.pretty([move])}"
    if after.hand != before.hand or after.phase == ENDED:
        said += f". {_void(before, after) if after.outcome == rules.VOID else _showdown(after, p, seat)}"
    return said


def _drawn(v: np.record, p: int, seat: int) -> str:
    return cards.pretty([v.drawn]) if p == seat else "from the stock"


def _void(before: np.record, after: np.record) -> str:
    used_up = 52 - before.next <= rules.STOCK_END
    why = "two cards are left in the stock" if used_up else "a hundred turns are over"
    return f"The hand is void, as {why}{'' if after.phase == ENDED else ': the same player starts again'}."


def _showdown(v: np.record, mover: int, seat: int) -> str:
    """How the last hand ended: what both laid down, what was laid off, and what that scores."""
    knocker = int(v.knocker)
    who = {p: "you" if p == seat else "{who}" if p == mover else "the other player" for p in range(2)}
    own, other = (int(v.shown[p]) for p in (knocker, 1 - knocker))
    sets = int(melds.best_sets(own, 0, 0))
    laid = int(melds.runs(own ^ sets))
    dead = int(melds.deadwood(own))
    said = f"{_has(who[knocker], _melds(own, sets), own ^ sets ^ laid)}. "
    if dead == 0:
        sets = laid = 0  # nothing can be laid off on gin
    own_sets = int(melds.best_sets(other, sets, laid))
    rest = other ^ own_sets
    rest ^= int(melds.runs(rest))
    off = int(melds.layoffs(rest, sets, laid))
    said += _has(who[1 - knocker], _melds(other, own_sets), rest ^ off, off) + ". "
    against = int(melds.points(rest ^ off))
    winner = int(np.argmax(v.won))
    sums = {
        rules.GIN: f"Gin: {v.gin} + {against}",
        rules.WENT_BIG: f"Big gin: {v.big_gin} + {against}",
        rules.KNOCKED: f"{against} - {dead}",
        rules.UNDERCUT: f"An undercut, as {against} is not more than {dead}: {v.undercut} + {dead} - {against}",
    }
    scored = f"{sums[int(v.outcome)]} = {v.won[winner]} points for {who[winner]}"
    return f"{said}{scored}; the score is {who[0]} {v.scores[0]}, {who[1]} {v.scores[1]}."


def _has(subject: str, laid: list[str], dead: int, off: int = 0) -> str:
    """A hand on the table: its melds, what was laid off, and the deadwood added up."""
    s = "" if subject == "you" else "s"
    said = f"{subject[0].upper()}{subject[1:]} show{s} {' | '.join(laid) or 'no meld'}"
    if off:
        said += f", lay{s} off {_plain(off)}"
    values = [str(melds.value(card)) for card in _by_rank(dead)]
    adds = f"{' + '.join(values)} = {melds.points(dead)}" if len(values) > 1 else f"{melds.points(dead)}"
    return f"{said} and {'have' if not s else 'has'} {f'{_plain(dead)} left, {adds}' if dead else 'nothing left'}"


def arranged(hand: int) -> str:
    """Cards as they are laid down: melds between bars, deadwood last."""
    sets = int(melds.best_sets(int(hand), 0, 0))
    rest = int(hand) ^ sets
    rest ^= int(melds.runs(rest))
    return " | ".join([*_melds(int(hand), sets), *([_plain(rest)] if rest else [])])


def _melds(hand: int, sets: int) -> list[str]:
    """The melds of a hand, once it is known which cards lie in sets."""
    laid = int(melds.runs(hand ^ sets))
    parts = [_plain(sets & melds.COLUMN << rank) for rank in range(13)]
    for suit in range(4):
        column = (laid >> 13 * suit) & melds.RANKS
        stretches = re.finditer("1+", f"{column:013b}"[::-1])
        parts += [_plain(sum(1 << (13 * suit + i) for i in range(*m.span()))) for m in stretches]
    return [part for part in parts if part]


# --- cards ----------------------------------------------------------------------------------------


def _listed(mask: int) -> list[int]:
    return [card for card in range(52) if int(mask) >> card & 1]


def _by_rank(mask: int) -> list[int]:
    return sorted(_listed(mask), key=lambda card: (card % 13, card))


def _plain(mask: int) -> str:
    return cards.pretty(_by_rank(mask))


def _by_turn(v: np.record, mask: int) -> str:
    """The pile, the upcard last."""
    return cards.pretty(sorted(_listed(mask), key=lambda card: max(v.threw[0, card], v.threw[1, card])))


def _other_count(v: np.record, seat: int) -> int:
    return 52 - int(v.hands[seat]).bit_count() - int(v.pile).bit_count() - (52 - int(v.next))
