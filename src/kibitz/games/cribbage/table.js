// The cribbage table: the board across the felt, the count in the middle, the crib on its owner's side.
const DISCARD = 100, CLAIM = 200;
const DISCARDING = 0, SHOWING = 2, CRIB = 2, NONE = -1;
const value = (card) => Math.min(card % 13 + 1, 10);
const byRank = (a, b) => a % 13 - b % 13 || a - b;

export default ({ html, raw, board, cardCode, short, spelled, rankWord, inWords, thing, card, back, count, capital, withCards }) => {
  const hasThrown = (v, p) => v.phase !== DISCARDING || (p !== v.dealer && v.to_move === v.dealer);
  /** Whose hand or crib is counted next. */
  const owner = (v) => (v.counting === 0 ? 1 - v.dealer : v.dealer);
  /** The cards of a hand that are still held: their numbers, in the order of the record. */
  const held = (v, p) => (hasThrown(v, p) ? v.cards[p].slice(0, 4).filter((_, i) => !(v.laid[p] >> i & 1)) : v.cards[p]);
  const pips = (cards) => html`${cards.map((c, i) => html`${i ? ' ' : ''}${short(c)}`)}`;

  /** Back and front peg of a side; a shorter game starts further up the board. */
  const pegs = (at, p) => at.recalled.pegs[p].map((n) => Math.max(0, n + 121 - at.view.target));

  /** What the house counted when the last deal was shown, in the words of the log. */
  function spoken(at, which) {
    const start = `${whose(at, which).toLowerCase()}, `;
    const line = at.log.flatMap((entry) => entry.text.split('\n')).findLast((text) => text.startsWith(start) && text.includes(': '));
    return line ? line.split(': ').slice(1).join(': ') : '';
  }

  const whose = (at, which) => {
    const v = at.view, dealt = v.phase === DISCARDING && !at.over ? 1 - v.dealer : v.dealer;   // the next deal has begun already
    const owner = which === 0 ? 1 - dealt : dealt;
    return owner === at.seat ? (which === CRIB ? 'Your crib' : 'Your hand') : (which === CRIB ? 'Their crib' : 'Their hand');
  };

  /** The hands of the last deal as they were counted, while the next is thrown. */
  const lastDeal = (at) => html`<div class="shown">${at.view.shown.map((cards, which) => cards[0] === NONE ? '' : html`
    <div class="counted"><div class="overlap">${[...cards].sort(byRank).map((c) => card(cardCode(c)))}</div>
      <div class="cap"><b>${whose(at, which)}</b> ${withCards(capital(spoken(at, which)))}</div></div>`)}</div>`;

  /** Before the first cards are played: what was cut for deal. */
  const cutForDeal = (at) => (at.view.cut[0] === NONE ? html`<div></div>` : html`<div class="shown">${[at.seat, 1 - at.seat].map((p) => html`<div class="counted"><div>${card(cardCode(at.view.cut[p]))}</div><div class="cap"><b>${p === at.seat ? 'You cut' : 'They cut'}</b>${p === at.view.dealer ? 'The lower card deals' : ''}</div></div>`)}</div>`);

  function play(at) {
    const v = at.view, now = v.pile.slice(v.start, v.played), before = v.pile.slice(0, v.start);
    let total = 0;
    const lit = at.lit('pile'), lifted = at.lifted.length ? value(+at.lifted[0]) : 0;
    return html`<div class="play">
      <div class="count"><span class="label">Count</span><b>${v.total}</b><span class="to">${31 - v.total} to 31</span></div>
      <ol class="pile" aria-label="Cards played" data-place="pile">
        ${before.length ? html`<li class="gone"><div class="overlap">${before.map((c) => card(cardCode(c), { key: c }))}</div><span class="cap">turned</span></li>` : ''}
        ${now.map((c, i) => { total += value(c); return html`<li class="${v.by[v.start + i] === at.seat ? 'you' : 'them'}">${card(cardCode(c), { key: c, from: 'theirs' })}<span class="cap">${total}</span></li>`; })}
        ${at.mine && !at.over ? html`<li><span class="well ${lit ? 'target' : ''}">${lit ? html`Play<br>here` : ''}</span><span class="cap">${lit ? total + lifted : ''}</span></li>` : ''}
      </ol></div>`;
  }

  function show(at) {
    const v = at.view, other = 1 - v.dealer;
    const cards = v.counting === CRIB ? [...v.cards[other].slice(4), ...v.cards[v.dealer].slice(4)] : v.cards[v.counting === 0 ? other : v.dealer].slice(0, 4);
    return html`<div class="play claim"><div class="spot to-count"><div class="pile">${[...cards].sort(byRank).map((c) => card(cardCode(c), { key: `s${c}` }))}</div><div class="cap">${owner(v) === at.seat ? 'Your' : 'Their'} ${v.counting === CRIB ? 'crib' : 'hand'}, with the starter</div></div>
      ${at.mine ? html`<div class="numbers" role="group" aria-label="How much is it?">${at.moves.map((m) => thing({ name: `count ${m.code - CLAIM}`, label: `Count ${m.code - CLAIM}`, cls: 'number', inner: m.code - CLAIM }))}</div>` : ''}</div>`;
  }

  return {
    called: 'Cribbage', line: 'Race to 121',
    tile: { look: '', art: html`${['5H', 'JS', 'QD'].map((c) => card(c))}` },
    plan: 'across',
    draw(at) {
      const v = at.view, you = at.seat, them = 1 - you;
      const thrown = [0, 1].filter((p) => hasThrown(v, p)).length * 2;
      const theirs = v.phase === SHOWING ? held(v, them) : null;
      const backs = v.left[them] + (hasThrown(v, them) ? 0 : 2);
      const showing = v.phase === DISCARDING && v.shown_starter !== NONE && thrown < 4;
      const won = at.over && v.shown_starter !== NONE && v.played === 8;
      const sides = { you: pegs(at, you), them: pegs(at, them) };
      return {
        scores: v.points,
        subs: [0, 1].map((p) => (p === v.dealer ? 'Dealer' : '')),
        chips: [v.target === 121 ? '' : `To ${v.target}`, v.dealer === you ? 'You dealt' : 'They dealt'],
        theirs: html`<div class="overlap back-hand" data-spot="theirs" role="img" aria-label="The other holds ${count(backs)} cards">${theirs ? theirs.map((c) => card(cardCode(c))) : Array.from({ length: backs }, back)}</div>`,
        middle: html`<div class="board">${raw(board({ ...sides, dense: at.narrow }))}</div>
          <div class="middle">
            <div class="spot"><div class="stack" data-spot="stock">${v.starter === NONE ? back() : card(cardCode(v.starter), { key: `starter${v.starter}` })}</div><div class="cap">${v.starter === NONE ? 'Stock' : 'Starter'}</div></div>
            ${v.phase === SHOWING && !at.over ? show(at) : showing || won ? lastDeal(at) : v.phase === DISCARDING ? cutForDeal(at) : play(at)}
            <div class="spot crib ${v.dealer === you ? 'yours' : 'theirs'}" data-place="crib">
              ${thrown ? html`<div class="overlap">${Array.from({ length: thrown }, back)}</div>` : html`<span class="well ${at.lit('crib') ? 'target' : ''}">${at.lit('crib') ? html`Throw<br>here` : ''}</span>`}
              <div class="cap">${v.dealer === you ? 'Your crib' : 'Their crib'}</div></div>
          </div>`,
        hand: html`<div class="hand" role="group" aria-label="Your hand">${[...held(v, you)].sort(byRank).map((c) => thing({ name: String(c), key: c, label: inWords(c), art: `card ${cardCode(c)}`, from: 'stock' }))}</div>`,
      };
    },
    choices(at) {
      const v = at.view, cards = v.cards[at.seat];
      return at.moves.map(({ code }) => {
        if (code >= CLAIM) return { moves: [code], lift: [`count ${code - CLAIM}`], say: `Count ${code - CLAIM}` };
        if (code >= DISCARD) {
          const thrown = [cards[Math.floor((code - DISCARD) / 10)], cards[(code - DISCARD) % 10]].sort(byRank);
          return { moves: [code], lift: thrown.map(String), onto: 'crib', say: html`Throw ${pips(thrown)}`, pic: thrown.map((c) => `card ${cardCode(c)}`) };
        }
        return { moves: [code], lift: [String(code)], onto: 'pile', say: html`Play ${short(code)}`, name: capital(spelled(code)), pic: [`card ${cardCode(code)}`] };
      });
    },
    now(at) {
      const v = at.view;
      if (v.phase === DISCARDING) return html`Throw two cards into ${v.dealer === at.seat ? 'your own' : 'their'} crib.`;
      if (v.phase === SHOWING) return 'Count it: what you overlook goes to the other side.';
      return v.total > 21 ? `Play a card worth ${31 - v.total} or less.` : v.total ? 'Play a card.' : 'Lead a card.';
    },
    prompt: (at) => (at.view.phase === DISCARDING ? 'Throw two cards' : at.view.phase === SHOWING ? 'Choose a count' : 'Play a card'),
    why(at, name) {
      const v = at.view, total = v.total + value(+name);
      if (v.phase === DISCARDING) return 'Two cards go to the crib; put one down first.';
      return total > 31 ? `The ${rankWord(+name)} would make ${total}; the count stops at 31.` : '';
    },
    style: `
.t-cribbage {
  & .back-hand { --card-w: 46px; --lap: -.5; min-height: 64px; }
  & .board { max-width: 880px; width: 100%; margin: 0 auto; filter: drop-shadow(0 4px 8px rgb(0 0 0 / .25)); }
  & .middle { display: grid; grid-template-columns: auto 1fr auto; align-items: start; gap: var(--s6); --card-w: 78px; min-height: 141px; }
  & .play { display: flex; align-items: center; justify-content: center; gap: var(--s5); min-width: 0; }
  & .count { display: grid; justify-items: center; gap: 2px; min-width: 76px; }
  & .count b { font-size: 46px; line-height: 1; font-weight: 700; letter-spacing: -.03em; font-variant-numeric: tabular-nums; }
  & .count .label, & .count .to { font-size: var(--t-s); color: var(--felt-ink-2); font-weight: 500; }
  & .pile { display: flex; gap: 10px; }
  & .pile li { display: grid; justify-items: center; gap: var(--s2); align-content: start; }
  & .pile .cap { font-size: var(--t-s); font-variant-numeric: tabular-nums; color: var(--felt-ink-2); display: flex; align-items: center; gap: 6px; min-height: 20px; }
  & .pile .them .cap::before, & .pile .you .cap::before { content: ""; width: 8px; height: 8px; border-radius: 9px; background: var(--them); box-shadow: 0 0 0 1.5px #fff; }
  & .pile .you .cap::before { background: var(--you); }
  & .pile .gone { --lap: -.8; } & .gone .card { filter: brightness(.8) saturate(.7); }
  & .pile li:nth-child(n + 6) { margin-left: -26px; }
  & .crib { --lap: -.86; } & .crib.theirs { margin-top: -8px; } & .crib.yours { margin-top: 8px; }
  & .hand { gap: 14px; --card-w: 98px; padding-top: 14px; min-height: 151px; }
  & .hand:has(> :nth-child(5)) { --card-w: 94px; gap: 0; } & .hand:has(> :nth-child(5)) > * + * { margin-left: -20px; } & .row-you:has(.hand > :nth-child(5)) { grid-template-columns: auto 1fr auto; }
  & .shown { display: flex; justify-content: center; gap: var(--s5); --card-w: 58px; --lap: -.45; }
  & .counted { display: grid; gap: 8px; justify-items: center; max-width: 176px; align-content: start; }
  & .counted .cap { font-size: var(--t-xs); line-height: 1.35; color: var(--felt-ink-2); text-align: center; } & .counted b { color: var(--felt-ink); display: block; }
  & .claim { --card-w: 58px; display: grid; justify-items: center; gap: 10px; } & .to-count { flex-direction: row; }
  & .numbers { display: grid; grid-template-columns: repeat(15, minmax(0, 32px)); gap: 4px; width: 100%; justify-content: center; }
  & .number { height: 34px; border: 1px solid var(--felt-line); border-radius: 8px; background: var(--felt-2); color: var(--felt-ink); font: 600 13px/1 var(--font); cursor: pointer; padding: 0; }
  & .number[aria-pressed="true"] { background: var(--brass); border-color: var(--brass); color: var(--brass-ink); }
  @media (min-width: 1500px) and (min-height: 920px) { & .hand { --card-w: 128px; min-height: 194px; } & .hand:has(> :nth-child(5)) { --card-w: 116px; } & .middle { --card-w: 104px; } & .shown { --card-w: 76px; } & .counted { max-width: 220px; } & .board { max-width: 1040px; } & .back-hand { --card-w: 64px; } }
  @media (max-width: 1000px) and (min-width: 861px) { & .middle { gap: var(--s4); } }
  @media (max-width: 860px) {
    & .back-hand { justify-self: end; --card-w: 30px; min-height: 42px; }
    & .board { margin: 0 -8px; width: calc(100% + 16px); max-width: none; }
    & .middle { --card-w: 56px; gap: 0; align-items: end; min-height: 130px; } & .middle .spot { gap: 6px; } & .middle .cap { font-size: var(--t-xs); line-height: 16px; }
    & .crib { --lap: -.93; margin: 0 !important; }
    & .play { display: grid; justify-items: center; gap: 8px; } & .count { display: flex; align-items: baseline; gap: 8px; } & .count b { font-size: 26px; }
    & .pile { gap: 0; } & .pile li { gap: 6px; } & .pile li + li { margin-left: -8px; } & .pile:has(li:nth-child(5)) li + li { margin-left: -22px; } & .pile li:nth-child(n + 6) { margin-left: -30px; } & .pile .gone { display: none; } & .pile:not(:has(li:nth-child(4))) li + li { margin-left: 4px; }
    & .hand { --card-w: 82px; padding-top: 6px; gap: 10px; min-height: 121px; } & .hand:has(> :nth-child(5)) { --card-w: 74px; gap: 0; } & .hand:has(> :nth-child(5)) > * + * { margin-left: -17px; }
    & .middle:has(.shown), & .middle:has(.claim) { grid-template-columns: 1fr 1fr; row-gap: 12px; } & .shown, & .claim { grid-column: 1 / -1; grid-row: 1; justify-self: center; } & .crib { justify-self: end; } & .middle:has(.shown) > .spot, & .middle:has(.claim) > .spot { flex-direction: row; --card-w: 34px; justify-self: start; } & .middle:has(.shown) > .crib, & .middle:has(.claim) > .crib { justify-self: end; }
    & .shown { --card-w: 44px; gap: 10px; --lap: -.6; } & .counted { max-width: 112px; }
    & .to-count { flex-direction: column; } & .numbers { grid-template-columns: repeat(8, 38px); } & .number { height: 36px; }
  }
}`,
  };
};
