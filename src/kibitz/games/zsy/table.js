// The Zheng Shang You table: what is to be beaten beside where to play, and a strip that counts the cards not yet seen.
const RANKS = 15, JOKERS = 13, RANK_SHIFT = 2 ** 27, PASS = 0, DOUBLE = 2, BOMB = 4;
const FACES = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2'];
const LETTERS = [...FACES, '☆', '★'];
const NAMES = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace', 'two', 'small joker', 'big joker'];
const PLURALS = NAMES.map((name) => (name === 'six' ? 'sixes' : `${name}s`));
const SUITS = ['S', 'H', 'C', 'D'];

/** How many cards of each rank are in a set: three bits for each. */
const counts = (cards) => Array.from({ length: RANKS }, (_, rank) => Math.floor(Number(cards) / 8 ** rank) % 8);
const rankOf = (move) => Math.floor(move / RANK_SHIFT);
const patternOf = (move) => move % RANK_SHIFT;
/** The ranks a move lays down, each as often as it is played. */
function ranksOf(move) {
  const rank = rankOf(move), pattern = patternOf(move);
  if (rank === JOKERS && pattern === DOUBLE) return [13, 14];
  return counts(pattern).flatMap((n, i) => Array.from({ length: n }, () => rank + i));
}

export default ({ html, thing, card, back, count, capital, many, cardName, told }) => {
  // Suits do not matter here. So that no card is seen twice, your cards of a rank take suits from one end, theirs from the other.
  const drawn = (rank, n, mine) => (rank === 13 ? 'XS' : rank === 14 ? 'XB' : FACES[rank] + SUITS[mine ? n : 3 - n]);

  function inWords(move) {
    const rank = rankOf(move), pattern = patternOf(move);
    if (rank === JOKERS && pattern === DOUBLE) return 'both jokers';
    if (pattern === 1) return rank >= JOKERS ? `the ${NAMES[rank]}` : `one ${NAMES[rank]}`;
    if (pattern <= BOMB) return `${count(pattern)} ${PLURALS[rank]}`;
    return ranksOf(move).map((r) => LETTERS[r]).join(' ');
  }
  const kind = (move) => { const p = patternOf(move); return p === 1 ? 'single card' : p === 2 ? 'pair' : p === 3 ? 'three of a kind' : p === BOMB ? 'bomb' : 'chain'; };
  const toBeat = (move) => { const p = patternOf(move), r = rankOf(move); return p === 1 ? inWords(move) : p === 2 && r < JOKERS ? `a pair of ${PLURALS[r]}` : p === BOMB ? `the bomb of ${PLURALS[r]}` : inWords(move); };

  function hand(at) {
    const held = counts(at.view.hands[at.seat]);
    const cards = held.flatMap((n, rank) => Array.from({ length: n }, (_, i) => [rank, i]));
    const rows = at.narrow && cards.length > 9 ? [cards.slice(0, Math.ceil(cards.length / 2)), cards.slice(Math.ceil(cards.length / 2))] : [cards];
    return html`<div class="hand" role="group" aria-label="Your hand">${rows.map((row) => html`<div class="overlap">${row.map(([rank, i]) => { const code = drawn(rank, i, true); return thing({ name: LETTERS[rank], key: code, label: cardName(code), art: `card ${code}`, from: 'stock' }); })}</div>`)}</div>`;
  }

  function trick(at) {
    const v = at.view, mine = v.to_move !== at.seat, played = counts(v.played[mine ? at.seat : 1 - at.seat]), held = mine ? counts(v.hands[at.seat]) : [];
    // Of several played, those on the table are the last: their suits go on from where the ones before ended.
    const seen = {};
    const cards = v.top === PASS ? [] : ranksOf(v.top).map((rank) => { seen[rank] = (seen[rank] ?? 0) + 1; const n = mine ? held[rank] + seen[rank] - 1 : played[rank] - seen[rank]; return drawn(rank, n, mine); });
    const lit = at.lit('trick'), pass = at.moves.some((m) => m.code === PASS);
    return html`<div class="trick">
      ${v.top === PASS ? '' : html`<div class="spot beat"><div class="pair ${cards.length > 3 ? 'overlap' : ''}">${cards.map((code) => card(code, { key: code, from: 'theirs' }))}</div><div class="cap">${mine ? html`<b>You played</b> ${toBeat(v.top)}` : html`<b>${at.over ? 'They played' : 'To beat:'}</b> ${toBeat(v.top)}`}</div></div>`}
      ${at.mine ? html`<div class="spot"><span class="well two ${lit ? 'target' : ''}" data-place="trick">${v.top === PASS ? html`Lead<br>any pattern` : pass && at.moves.length === 1 ? html`Nothing of<br>yours beats it` : html`Play a higher<br>${kind(v.top)} here`}</span><div class="cap">${!pass ? html`&nbsp;` : at.moves.length === 1 ? 'pass' : 'or pass'}</div></div>` : ''}</div>`;
  }

  function unseen(at) {
    const v = at.view, deck = Array.from({ length: RANKS }, (_, r) => (v.deck === 36 ? (r >= 3 && r <= 11 ? 4 : 0) : r < JOKERS ? 4 : 1));
    const known = [v.hands[at.seat], v.played[0], v.played[1], v.open ? v.hands[1 - at.seat] : 0].map(counts);
    return html`<div class="unseen" role="group" aria-label="Cards not yet seen"><span>Unseen</span>${deck.map((n, r) => { const left = n - known.reduce((sum, set) => sum + set[r], 0); return n ? html`<div class="${left ? '' : 'none'}"><span>${LETTERS[r]}</span><b class="num">${left}</b></div>` : ''; })}</div>`;
  }

  return {
    called: 'Zheng Shang You', line: 'First to run out wins',
    tile: { look: '', art: html`${['KH', '2C', 'XB'].map((c) => card(c))}` },
    plan: 'wide',
    draw(at) {
      const v = at.view, them = 1 - at.seat, open = v.open || at.over ? counts(v.hands[them]) : [];
      const theirs = open.flatMap((n, rank) => Array.from({ length: n }, (_, i) => drawn(rank, i + counts(v.played[them])[rank], false)));
      const past = at.log.slice(-4);
      return {
        scores: v.left.map((n) => html`${n} <small>${n === 1 ? 'card' : 'cards'}</small>`),
        chips: [v.deck === 36 ? '36 cards' : '', v.open ? 'Open hands' : ''],
        theirs: html`<div class="overlap back-hand" data-spot="theirs" role="img" aria-label="The other holds ${many(v.left[them], 'card')}">${theirs.length ? theirs.map((code) => card(code)) : Array.from({ length: v.left[them] }, back)}</div>`,
        middle: html`<div class="middle" data-place="felt"><ol class="past" aria-label="Last moves">${past.map((entry) => html`<li><span class="mark ${entry.seat === at.seat ? 'you' : 'them'}"></span><span>${told(at, entry)}</span></li>`)}</ol>${trick(at)}<span data-spot="stock"></span></div>${unseen(at)}`,
        hand: hand(at),
      };
    },
    choices(at) {
      return at.moves.map(({ code }) => {
        if (code === PASS) return { moves: [code], lift: null, say: 'Pass', key: 'p', tile: '–', minor: true };
        const ranks = ranksOf(code);
        return { moves: [code], lift: ranks.map((r) => LETTERS[r]), onto: 'trick', say: patternOf(code) === BOMB ? `Bomb: ${inWords(code)}` : `Play ${inWords(code)}`, main: true, pic: ranks.slice(0, 2).map((r, i) => `card ${drawn(r, ranks[0] === ranks[1] ? i : 0, true)}`) };
      });
    },
    now(at) {
      const v = at.view, pass = at.moves.some((m) => m.code === PASS);
      if (v.top === PASS) return 'Lead any single card, pair, three of a kind, chain or bomb.';
      if (at.moves.length === 1 && pass) return `Nothing of yours beats ${toBeat(v.top)}: pass.`;
      return `Beat ${toBeat(v.top)} with a higher ${kind(v.top)}${patternOf(v.top) === BOMB ? '' : ' or a bomb'}${pass ? ', or pass' : ''}.`;
    },
    prompt: (at) => (at.view.top === PASS ? 'Lead a pattern' : 'Play or pass'),
    why(at, name) {
      const v = at.view;
      if (at.lifted.length) return `${capital(at.lifted.join(' '))} and ${name} make no pattern you may play now.`;
      return v.top === PASS ? '' : `No ${kind(v.top)} with this card beats ${toBeat(v.top)}.`;
    },
    style: `
.t-zsy {
  & .back-hand { --card-w: 54px; --lap: -.78; min-height: 76px; }
  & .middle { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: var(--s5); --card-w: 92px; min-height: 164px; }
  & .trick { display: flex; flex-wrap: wrap; justify-content: center; gap: var(--s5) var(--s6); } & .trick .spot { max-width: 100%; } & .trick .cap { white-space: normal; } & .trick .pair { display: flex; gap: 8px; } & .trick .overlap { gap: 0; --lap: -.6; } & .trick .overlap:has(:nth-child(9)) { --lap: -.72; } & .trick .overlap:has(:nth-child(13)) { --lap: -.79; } & .well.two { width: calc(var(--card-w) * 2 + 8px); aspect-ratio: auto; height: calc(var(--card-w) * 1.4); }
  & .past { font-size: var(--t-s); color: var(--felt-ink-2); display: grid; gap: 5px; } & .past li { display: flex; align-items: baseline; gap: 8px; line-height: 1.3; } & .past .mark { width: 10px; height: 10px; border-width: 1.5px; } & .past .mark::after { display: none; }
  & .unseen { display: grid; grid-template-columns: auto repeat(15, minmax(0, 1fr)); gap: 4px; align-items: center; font-size: var(--t-s); color: var(--felt-ink-2); } & .unseen > span:first-child { padding-right: 8px; } & .unseen div { display: grid; justify-items: center; background: var(--felt-2); border-radius: 7px; padding: 4px 0; line-height: 1.25; } & .unseen b { color: var(--felt-ink); font-weight: 650; } & .unseen .none b, & .unseen .none span { opacity: .72; font-weight: 400; }
  & .hand { --card-w: 92px; --lap: -.47; padding-top: 16px; min-height: 145px; } & .hand:has(:nth-child(15)) { --lap: -.56; } & .hand:has(:nth-child(17)) { --lap: -.61; }
  @media (min-width: 1500px) and (min-height: 920px) { & .hand { --card-w: 120px; min-height: 184px; } & .middle { --card-w: 118px; } & .back-hand { --card-w: 68px; } }
  @media (min-width: 861px) and (max-width: 1000px) { & .hand:has(:nth-child(15)) { --lap: -.62; } & .hand:has(:nth-child(17)) { --lap: -.67; } }
  @media (max-width: 860px) {
    & .row-seat .row-end { display: none; }
    & .back-hand { --card-w: 30px; justify-self: end; --lap: -.85; min-height: 42px; } & .middle { grid-template-columns: 1fr; --card-w: 68px; justify-items: center; min-height: 128px; } & .past { display: none; } & .middle > :last-child { display: none; } & .trick { gap: var(--s4); } & .trick .pair:has(:nth-child(3)):not(.overlap) { gap: 0; } & .trick .pair:has(:nth-child(3)):not(.overlap) > * + * { margin-left: calc(var(--card-w) * -.62); } & .well.two { width: 120px; }
    & .unseen { grid-template-columns: repeat(15, minmax(0, 1fr)); gap: 2px; font-size: 12px; margin: 0 -8px; } & .unseen > span:first-child { grid-column: 1 / -1; padding-left: 8px; }
& .hand { flex-direction: column; align-items: center; --card-w: 66px; --lap: -.42; gap: 10px; padding: 6px 0 0; min-height: 200px; justify-content: flex-end; }
  }
}`,
  };
};
