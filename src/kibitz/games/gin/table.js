// The gin rummy table: your melds are bracketed and named, deadwood is summed up, and what you saw the other take lies open.
const KNOCK = 52, TAKE = 104, DRAW = 105, PASS = 106, BIG_GIN = 107;
const OFFER = 0, DISCARDING = 2, NONE = -1;
const VOID = 0, GIN = 2, UNDERCUT = 3, WENT_BIG = 4;
const value = (card) => Math.min(card % 13 + 1, 10);
const byRank = (a, b) => a % 13 - b % 13 || a - b;
const sum = (cards) => cards.reduce((n, c) => n + value(c), 0);

/** The cards of a set, which is a number of 52 bits. */
const cardsOf = (mask) => { const bits = BigInt(mask); return Array.from({ length: 52 }, (_, i) => i).filter((i) => bits >> BigInt(i) & 1n); };

/** Every set and run in a hand. */
function melds(hand) {
  const found = [];
  for (let rank = 0; rank < 13; rank++) {
    const same = hand.filter((c) => c % 13 === rank);
    if (same.length >= 3) found.push(same);
    if (same.length === 4) for (const out of same) found.push(same.filter((c) => c !== out));
  }
  for (const first of hand) {
    const run = [first];
    while (run[run.length - 1] % 13 < 12 && hand.includes(run[run.length - 1] + 1)) {
      run.push(run[run.length - 1] + 1);
      if (run.length >= 3) found.push([...run]);
    }
  }
  return found;
}

/** The melds of a hand that leave the least deadwood. */
export function arranged(hand) {
  let best = { melds: [], dead: hand, points: sum(hand) };
  const all = melds(hand);
  const search = (from, chosen, left) => {
    if (sum(left) < best.points) best = { melds: chosen, dead: left, points: sum(left) };
    for (let i = from; i < all.length; i++) if (all[i].every((c) => left.includes(c))) search(i + 1, [...chosen, all[i]], left.filter((c) => !all[i].includes(c)));
  };
  search(0, [], hand);
  return { ...best, dead: [...best.dead].sort(byRank) };
}

const isRun = (meld) => meld[0] % 13 !== meld[1] % 13;

export default ({ html, cardCode, short, spelled, inWords, thing, card, back, count, capital }) => {
  const after = (at, name) => arranged(cardsOf(at.view.hands[at.seat]).filter((c) => c !== +name)).points;

  function meld(cards, caption, cls = '') {
    return html`<div class="meld ${cls}" data-key="${cls || cards[0]}"><div class="overlap">${cards.map((c) => thing({ name: String(c), key: c, label: inWords(c), art: `card ${cardCode(c)}`, from: 'stock' }))}</div><div class="brace"><span>${caption}</span></div></div>`;
  }

  function hand(at) {
    const all = cardsOf(at.view.hands[at.seat]), lay = arranged(all), up = at.lifted[0];
    const dead = up !== undefined && all.includes(+up) ? html`Deadwood ${lay.points}, or <b>${after(at, up)}</b> without ${short(+up)}` : lay.points ? html`Deadwood ${lay.points}` : 'No deadwood';
    return html`<div class="gin-hand ${all.length > 10 ? 'eleven' : ''}" role="group" aria-label="Your hand">
      ${lay.melds.map((m) => meld(m, isRun(m) ? 'Run' : 'Set'))}${lay.dead.length ? meld(lay.dead, dead, 'dead') : ''}</div>`;
  }

  /** How the hand before ended, shown until the next gets going. */
  function lastHand(at) {
    const v = at.view;
    if (v.hand === 1 && !at.over) return '';
    if (v.outcome === VOID || v.knocker === NONE) return html`<div class="spot last"><p class="cap">The hand before was void: nobody knocked.</p></div>`;
    const mine = v.knocker === at.seat, winner = v.won[0] ? 0 : 1;
    const how = v.outcome === WENT_BIG ? 'big gin' : v.outcome === GIN ? 'gin' : v.outcome === UNDERCUT ? `an undercut` : `a knock`;
    const row = (p, who) => html`<div class="laid"><span class="cap">${who}</span>${arranged(cardsOf(v.shown[p])).melds.map((m) => html`<span class="overlap">${m.map((c) => card(cardCode(c)))}</span>`)}<span class="overlap dim">${arranged(cardsOf(v.shown[p])).dead.map((c) => card(cardCode(c)))}</span></div>`;
    return html`<div class="last">${row(1 - at.seat, 'Theirs')}${row(at.seat, 'Yours')}
      <p class="cap"><b>${capital(how)}</b> by ${mine ? 'you' : 'them'}: ${v.won[winner]} points for ${winner === at.seat ? 'you' : 'them'}.</p></div>`;
  }

  return {
    called: 'Gin rummy', line: 'Knock or gin',
    tile: { look: '', art: html`${['8S', '9S', '10S'].map((c) => card(c))}` },
    plan: 'wide',
    draw(at) {
      const v = at.view, them = 1 - at.seat;
      const known = cardsOf(v.known[them]), holds = 10 + (v.phase === DISCARDING && v.to_move === them ? 1 : 0);
      const stock = 52 - v.next, begun = v.turn > 2 && !at.over;
      return {
        scores: v.scores,
        chips: [`Hand ${v.hand}`, v.limit === 10 ? '' : v.limit ? `Knock with ${v.limit}` : 'Gin only'],
        theirs: html`<div class="known-hand" role="group" aria-label="The other holds ${count(holds)} cards; ${count(known.length)} known">
          <div class="overlap back-hand" data-spot="theirs">${Array.from({ length: holds - known.length }, back)}</div>
          ${known.length ? html`<div class="known"><span class="cap">Known</span><div class="overlap">${known.map((c) => card(cardCode(c), { key: c }))}</div></div>` : ''}</div>`,
        middle: html`<div class="middle ${begun ? '' : 'ended'}">
          <div class="spot"><div class="stack ${at.lit('stock') ? 'target' : ''}" data-spot="stock" data-place="stock">${back()}</div><div class="cap"><b>Stock</b> ${stock} left</div></div>
          <div class="spot"><div class="${v.upcard === NONE ? '' : 'stack'} ${at.lit('discards') ? 'target' : ''}" data-place="discards">${v.upcard === NONE ? html`<span class="well ${at.lit('discards') ? 'target' : ''}"></span>` : card(cardCode(v.upcard), { key: v.upcard, from: 'theirs' })}</div><div class="cap"><b>Discards</b> ${at.lit('discards') ? (v.phase === DISCARDING ? 'drop here' : 'take it') : ''}</div></div>
          ${begun ? '' : lastHand(at)}</div>`,
        hand: hand(at),
      };
    },
    choices(at) {
      const v = at.view;
      const made = {
        ...(v.upcard === NONE ? {} : { [TAKE]: { lift: [], onto: 'discards', say: html`Take ${short(v.upcard)}`, name: `Take the ${spelled(v.upcard)}`, pic: [`card ${cardCode(v.upcard)}`] } }),
        [DRAW]: { lift: [], onto: 'stock', say: 'Draw from the stock', main: true, pic: ['back'] },
        [PASS]: { lift: [], say: 'Pass', main: true, key: 'p', tile: '–' },
        [BIG_GIN]: { lift: null, say: 'Big gin', main: true, tile: '11' },
      };
      return at.moves.map(({ code }) => {
        if (made[code]) return { moves: [code], ...made[code] };
        const c = code % KNOCK, pic = [`card ${cardCode(c)}`];
        if (code < KNOCK) return { moves: [code], lift: [String(c)], onto: 'discards', say: html`Discard ${short(c)}`, name: `Discard the ${spelled(c)}`, pic };
        const left = after(at, c);
        return { moves: [code], lift: [String(c)], say: left ? `Knock with ${left}` : 'Gin', name: `${left ? 'Knock' : 'Gin'}: discard the ${spelled(c)}`, main: true, key: 'k', pic };
      });
    },
    now(at) {
      const v = at.view;
      if (v.phase === OFFER) return html`Take ${short(v.upcard)} or pass.`;
      if (v.phase !== DISCARDING) return html`Take ${short(v.upcard)} or draw from the stock.`;
      const came = v.drawn === NONE ? '' : html`You ${v.from_pile ? 'took' : 'drew'} ${short(v.drawn)}. `;
      return html`${came}Discard one card${at.moves.some((m) => m.code >= KNOCK && m.code < TAKE) ? ', or knock with it' : ''}.`;
    },
    prompt: (at) => (at.view.phase === DISCARDING ? 'Discard a card' : 'Take or draw'),
    why(at, name) {
      const v = at.view;
      if (v.phase !== DISCARDING) return 'Take the upcard or draw first.';
      return v.from_pile && +name === v.drawn ? 'A card just taken from the discards cannot go back at once.' : '';
    },
    style: `
.t-gin {
  & .known-hand { display: flex; align-items: center; gap: var(--s4); --card-w: 60px; --lap: -.7; min-height: 84px; }
  & .known { --lap: -.45; padding: 6px 6px 6px 12px; border-radius: 10px; background: var(--felt-2); display: flex; align-items: center; gap: 10px; }
  & .known .cap { font-size: var(--t-xs); color: var(--felt-ink-2); font-weight: 600; }
  & .stack.target > .card { box-shadow: 0 0 0 3px var(--brass), var(--shadow-card); } & .stack.target { cursor: pointer; }
  & .middle { display: flex; justify-content: center; gap: var(--s7); --card-w: 104px; }
  & .last { align-self: center; display: grid; gap: 10px; --card-w: 44px; --lap: -.55; }
  & .last .laid { display: flex; align-items: center; gap: 10px; } & .laid .cap { width: 48px; color: var(--felt-ink-2); font-size: var(--t-s); } & .laid .dim { opacity: .72; } & .last p { color: var(--felt-ink-2); font-size: var(--t-s); } & .last p b { color: var(--felt-ink); }
  & .gin-hand { display: flex; justify-content: center; gap: 26px; --card-w: 102px; --lap: -.56; padding-top: 14px; min-height: 198px; align-items: flex-end; }
  & .gin-hand:has(.dead .card:nth-child(8)) { --lap: -.62; }
  & .meld .card { transform-origin: 50% 130%; } & .meld .card:first-child { rotate: -2.5deg; } & .meld:not(.dead) .card:last-child { rotate: 2.5deg; } & .dead .card:nth-child(2) { rotate: -1.2deg; } & .dead .card:last-child:not(:first-child) { rotate: 2deg; }
  & .brace { margin-top: 12px; text-align: center; font-size: var(--t-s); color: var(--felt-ink-2); border: 1.5px solid var(--felt-ink-2); border-top: 0; height: 8px; border-radius: 0 0 6px 6px; position: relative; margin-bottom: 22px; }
  & .brace span { position: absolute; left: 50%; top: -1px; transform: translateX(-50%); background: var(--felt); padding: 0 8px; white-space: nowrap; } & .brace span span { position: static; transform: none; padding: 0; }
  & .brace b { color: var(--brass); } & .brace .pip { color: inherit; }
  & .dead .brace { border-style: dashed; border-top: 0; min-width: 96px; }
  @media (min-width: 1500px) and (min-height: 920px) { & .gin-hand { --card-w: 132px; gap: 34px; min-height: 244px; } & .middle { --card-w: 136px; } & .known-hand { --card-w: 78px; } & .last { --card-w: 58px; } }
  @media (min-width: 861px) and (max-width: 1180px) { & .last { --card-w: 38px; } & .middle { gap: var(--s6); } & .known-hand { --card-w: 50px; } }
  @media (max-width: 860px) {
    & .row-seat { grid-template-columns: auto 1fr; } & .row-seat .row-end { display: none; }
    & .known-hand { --card-w: 30px; justify-self: end; gap: 8px; --lap: -.74; min-height: 44px; } & .known { padding: 4px; --lap: -.4; --card-w: 32px; } & .known .cap { display: none; }
    & .middle { --card-w: 70px; gap: var(--s6); flex-wrap: wrap; } & .middle .spot { gap: 10px; } & .middle.ended { gap: 12px var(--s6); --card-w: 58px; } & .last { --card-w: 32px; }
    & .gin-hand { flex-wrap: wrap; --card-w: 72px; --lap: -.55; gap: 10px 22px; padding-top: 6px; min-height: 270px; align-content: flex-end; } & .dead .overlap { --lap: -.36; } & .dead .overlap:has(:nth-child(6)) { --lap: -.5; } & .dead .overlap:has(:nth-child(8)) { --lap: -.62; } & .brace { margin-top: 10px; margin-bottom: 14px; } & .dead .brace { margin-bottom: 10px; }
  }
}`,
  };
};
