// The Rack-O table: racks side by side, slot 10 at the top, so that a rack in order is a rising line of dots.
const SLOTS = 10, DISCARD = 0, TAKE = 11, DRAW = 12, CHOOSE = 0, DREW = 1;

/** The slots (from 0) of the longest sequence that ascends and leaves room for what must lie between. */
export function inPlace(rack, cards) {
  const best = [];
  let found = [];
  rack.forEach((card, i) => {
    const level = card - 1 - i;
    const before = best.filter((_, j) => best[j].length && rack[j] - 1 - j <= level).sort((a, b) => b.length - a.length)[0] ?? [];
    best.push(level >= 0 && level <= cards - rack.length ? [...before, i] : []);
    if (best[i].length > found.length) found = best[i];
  });
  return found;
}

export default ({ html, thing, seat, called, count, capital, many }) => {
  const rackOf = (v, p) => v.racks.slice(SLOTS * p, SLOTS * p + v.slots);

  function mine(at) {
    const v = at.view, rack = rackOf(v, at.seat), good = inPlace(rack, v.cards), off = rack.map((_, i) => i).filter((i) => !good.includes(i));
    const out = off.length === 0 ? 'All in order.' : `${capital(count(good.length))} of ${count(v.slots)} in order.${off.length > 4 ? '' : ` Slot${off.length > 1 ? 's' : ''} ${off.map((i) => i + 1).join(', ').replace(/, (\d+)$/, ' and $1')} stand${off.length > 1 ? '' : 's'} out.`}`;
    return html`<div class="rack-col mine">${seat(at, at.seat)}
      <ol class="rack" aria-label="Your rack, highest slot first">${rack.map((card, i) => html`<li class="slot ${good.includes(i) ? '' : 'off'} ${at.lit(`slot ${i + 1}`) ? 'lit' : ''} ${at.aim === `slot ${i + 1}` ? 'target' : ''}" data-key="s${i}"><span class="no">${i + 1}</span>
        <button type="button" class="slot-card" data-place="slot ${i + 1}" data-digit="${(i + 1) % 10}" data-fly="r${card}" data-art="rack ${card} ${v.cards}" aria-label="Slot ${i + 1}: ${card}"></button></li>`).reverse()}</ol>
      <p class="small felt-quiet">${out}</p></div>`;
  }

  function theirs(at, p) {
    const v = at.view, rack = rackOf(v, p), known = rack.filter(Boolean).length;
    return html`<div class="rack-col theirs" data-key="rack${p}">${seat(at, p)}
      <ol class="rack" data-spot="rack${p}" aria-label="${called(at, p)}’s rack; ${many(known, 'card')} known">${rack.map((card, i) => html`<li class="slot" data-key="t${i}"><span class="no">${i + 1}</span>${card ? html`<span class="slot-card" data-fly="r${card}" data-art="rack ${card} ${v.cards}"></span>` : html`<span class="slot-card" data-art="rackback"></span>`}</li>`).reverse()}</ol>
      <p class="small felt-quiet">${at.over ? html`&nbsp;` : 'Cards taken in the open stay known.'}</p></div>`;
  }

  function piles(at) {
    const v = at.view, top = v.discarded ? v.discards[v.discarded - 1] : 0, holding = v.phase !== CHOOSE;
    const yours = holding && v.to_move === at.seat && !at.over;
    return html`<div class="piles">
      <div class="spot"><div class="pile-place ${at.lit('discards') ? 'target' : ''}" data-place="discards">${top
    ? thing({ name: 'discard', key: `r${top}`, label: `Discards: ${top}`, art: `rackface ${top} ${v.cards}`, from: 'theirs' })
    : html`<span class="well ${at.lit('discards') ? 'target' : ''}"></span>`}</div><div class="cap"><b>Discards</b></div></div>
      <div class="spot"><div class="stack ${at.lit('pile') ? 'target' : ''}" data-spot="pile">${holding
    ? yours ? thing({ name: 'held', key: `r${v.held}`, label: `In your hand: ${v.held}`, art: `rackface ${v.held} ${v.cards}`, from: 'pile' })
      : html`<span class="card" data-art="${v.held ? `rackface ${v.held} ${v.cards}` : 'back'}"></span>`
    : html`<button type="button" class="card" data-place="pile" data-art="back" aria-label="Draw from the pile, ${v.piled} left"></button>`}</div>
        <div class="cap">${holding ? html`<b>${yours ? 'In your hand' : 'In their hand'}</b>` : html`<b>Draw</b> ${v.piled} left`}</div></div></div>`;
  }

  return {
    called: 'Rack-O', line: 'Ten in order',
    tile: { look: 'racks', art: html`${[52, 31, 9].map((n) => html`<span class="slot-card" data-art="rack ${n} 60"></span>`)}` },
    plan: 'sides',
    draw(at) {
      const v = at.view, others = Array.from({ length: v.players }, (_, p) => p).filter((p) => p !== at.seat);
      return {
        scores: v.target ? v.points.slice(0, v.players) : Array.from({ length: v.players }, () => null),
        chips: [v.target ? `Round ${v.rounds + 1}` : 'One round'],
        middle: html`<div class="rack-table p${v.players}">${mine(at)}${piles(at)}${others.map((p) => theirs(at, p))}</div>`,
      };
    },
    choices(at) {
      const v = at.view, top = v.discards[v.discarded - 1];
      const slots = (moves, lift, card, verb) => Array.from({ length: v.slots }, (_, i) => ({ moves: [...moves, i + 1], lift: [lift], onto: `slot ${i + 1}`, say: `Place ${card} in slot ${i + 1}`, name: `${verb} ${card}, slot ${i + 1}`, tile: card, quiet: true }));
      if (v.phase === CHOOSE) {
        return at.moves.flatMap(({ code }) => (code === TAKE
          ? [...slots([TAKE], 'discard', top, 'Take'), { moves: [TAKE], lift: ['discard'], say: `Take ${top}`, name: `Take ${top}`, tile: top, hidden: true }]
          : [{ moves: [DRAW], lift: [], onto: 'pile', say: 'Draw a card', main: true, tile: '?' }]));
      }
      const card = v.held;
      return at.moves.flatMap(({ code }) => (code === DISCARD
        ? [{ moves: [DISCARD], lift: ['held'], onto: 'discards', say: `Discard ${card}`, tile: card }]
        : [{ moves: [code], lift: ['held'], onto: `slot ${code}`, say: `Place ${card} in slot ${code}`, name: `Slot ${code}`, tile: card, quiet: true }]));
    },
    now(at) {
      const v = at.view;
      if (v.phase === CHOOSE) return at.lifted.length ? `You lifted ${v.discards[v.discarded - 1]} from the discards. Choose a slot for it.` : 'Take the discard or draw from the pile.';
      return v.phase === DREW ? `You drew ${v.held}. Choose a slot for it, or discard it.` : `You took ${v.held}. Choose a slot for it.`;
    },
    prompt: (at) => (at.view.phase === CHOOSE && !at.lifted.length ? 'Take or draw' : 'Choose a slot'),
    style: `
.t-racko {
  & .rack-table { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 28px; flex: 1; align-items: center; }
  & .rack-table.p3 { grid-template-columns: minmax(0, 1.5fr) auto minmax(0, 1fr) minmax(0, 1fr); gap: 18px; } & .rack-table.p4 { grid-template-columns: minmax(0, 2fr) auto minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr); gap: 12px; }
  & .rack-col { display: grid; gap: var(--s3); min-width: 0; grid-template-columns: minmax(0, 1fr); } & .rack-col .seat { justify-content: space-between; }
  & .rack { display: grid; padding: 12px 14px 12px 8px; border-radius: var(--r3); background: var(--rail); box-shadow: inset 0 0 0 1px var(--rail-2), inset 0 10px 24px rgb(0 0 0 / .18), 0 4px 10px rgb(0 0 0 / .25); gap: 4px; }
  & .slot { display: grid; grid-template-columns: 26px minmax(0, 1fr); align-items: center; gap: 4px; border-radius: 8px; }
  & .slot .no { text-align: center; font-size: var(--t-xs); font-weight: 600; color: #f7ead5; font-variant-numeric: tabular-nums; }
  & .slot-card { display: block; width: 100%; border: 0; padding: 0; background: none; border-radius: 7px 7px 2px 2px; overflow: hidden; box-shadow: 0 2px 3px rgb(0 0 0 / .3); } & button.slot-card { cursor: default; } & .lit button.slot-card { cursor: pointer; }
  & .lit button.slot-card { box-shadow: 0 0 0 2px color-mix(in srgb, var(--brass) 70%, transparent); } & .lit button.slot-card:hover, & .slot.target button.slot-card, & .slot-card.over { box-shadow: 0 0 0 3px var(--brass); }
  & .slot.off .no::after { content: ""; display: block; width: 7px; height: 7px; border-radius: 9px; background: #f7ead5; margin: 2px auto 0; }
  & .piles { display: grid; gap: var(--s6); --card-w: 96px; } & .piles button.card[aria-pressed="true"] { transform: none; } & .piles button.card:hover { transform: none; }
  & .pile-place.target, & .stack.target > .card { box-shadow: 0 0 0 3px var(--brass); border-radius: 7px; } & .pile-place { border-radius: 7px; }
  @media (min-width: 861px) { & .p3 .slot-card, & .p4 .slot-card { height: 36px; } & .p3 .theirs .rack-svg, & .p4 .theirs .rack-svg { width: 260px; max-width: none; height: 36px; } & .p3 .mine .rack-svg, & .p4 .mine .rack-svg { height: 36px; } & .p3 .piles, & .p4 .piles { --card-w: 74px; } & .p4 .rack { padding: 10px 8px 10px 2px; } & .p4 .theirs .slot { grid-template-columns: 20px minmax(0, 1fr); gap: 2px; } & .p3 .rack-col > p, & .p4 .rack-col > p { display: none; } & .p3 .score, & .p4 .score { font-size: 22px; } }
  @media (min-width: 1500px) and (min-height: 920px) { & .piles { --card-w: 130px; } & .rack-table { max-width: 1200px; margin: 0 auto; width: 100%; } & .p3 .slot-card, & .p4 .slot-card { height: 46px; } & .p3 .mine .rack-svg, & .p4 .mine .rack-svg { height: auto; min-height: 46px; } & .p3 .theirs .rack-svg, & .p4 .theirs .rack-svg { width: 332px; height: 46px; } }
  @media (max-width: 860px) {
    & .rack-table, & .rack-table.p3, & .rack-table.p4 { display: flex; flex-direction: column; align-items: stretch; gap: 12px; } & .rack-col { gap: 8px; } & .rack-col > p { display: none; }
    & .theirs { order: -2; } & .piles { order: -1; display: flex; justify-content: center; gap: var(--s5); --card-w: 60px; } & .piles .spot { flex-direction: row; gap: 12px; } & .piles .spot .cap { text-align: left; white-space: normal; width: 62px; } & .piles .spot:last-child .cap { padding-left: 4px; } & .piles .cap b { display: block; }
    & .theirs .rack { display: flex; flex-direction: row-reverse; justify-content: space-between; padding: 8px 8px 5px; gap: 3px; border-radius: 12px; } & .theirs .slot { display: flex; flex-direction: column-reverse; align-items: stretch; gap: 3px; flex: 1 1 0; width: 0; min-width: 0; } & .theirs .slot .no { font-size: 12px; line-height: 13px; } & .theirs .slot-card { height: 29px; width: 100%; } & .theirs .rack-svg { width: 212px; max-width: none; }
    & .p3 .theirs, & .p4 .theirs { gap: 4px; } & .p3 .theirs .no, & .p4 .theirs .no { display: none; }
    & .mine .rack { padding: 8px 12px 8px 4px; gap: 3px; } & .mine .slot-card { height: 35px; } & .p3 .mine .slot-card, & .p4 .mine .slot-card { height: 34px; } & .slot.off .no { display: flex; align-items: center; justify-content: center; gap: 3px; } & .slot.off .no::after { margin: 0; width: 6px; height: 6px; }
    & .score { font-size: 22px; }
  }
}`,
  };
};
