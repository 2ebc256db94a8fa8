// The Yacht table: dice on the left, the sheet on the right; an open box shows what it would score now.
const FILL = 32, OPEN = -1, ALL = 31;
const CHOICE = 6, FOUR = 7, HOUSE = 8, SMALL = 9, LARGE = 10, YACHT = 11, THREE = 12;
const NINTENDO = 0, CLASSIC = 2, YAHTZEE = 3, NO_JOKER = 2;
const UPPER = [0, 1, 2, 3, 4, 5];
const sum = (dice) => dice.reduce((n, d) => n + d, 0);

/** What the dice score in a box: the table of the rule set that is played. */
export function boxScore(rules, box, dice, joker) {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((d) => d === face).length);
  const most = Math.max(...faces), house = most === 3 && faces.includes(2), total = sum(dice);
  let run = 0, longest = 0;
  for (const n of faces) { run = n ? run + 1 : 0; longest = Math.max(longest, run); }
  if (box < CHOICE) return (box + 1) * faces[box];
  const own = rules !== NINTENDO && rules !== YAHTZEE;   // the paper's sheet
  switch (box) {
    case CHOICE: return total;
    case YACHT: return most === 5 ? 50 : 0;
    case THREE: return most >= 3 ? total : 0;
    case FOUR: return most < 4 ? 0 : own ? 4 * (faces.findIndex((n) => n >= 4) + 1) : total;
    case HOUSE: return rules === YAHTZEE ? (joker || house ? 25 : 0) : house || (rules === NINTENDO && most === 5) ? total : 0;
    case SMALL: return rules === YAHTZEE ? (joker || longest >= 4 ? 30 : 0) : rules === NINTENDO ? (longest >= 4 ? 15 : 0) : longest === 5 && !faces[5] ? 30 : 0;
    default: return rules === YAHTZEE ? (joker || longest === 5 ? 40 : 0) : rules === NINTENDO ? (longest === 5 ? 30 : 0) : longest === 5 && !faces[0] ? 30 : 0;
  }
}

export default ({ html, thing, seat, called, capital, count, many }) => {
  const lower = (v) => (v.rules === YAHTZEE ? [CHOICE, THREE, FOUR, HOUSE, SMALL, LARGE, YACHT] : [CHOICE, FOUR, HOUSE, SMALL, LARGE, YACHT]);
  const titles = (v) => ['Ones', 'Twos', 'Threes', 'Fours', 'Fives', 'Sixes', v.rules === YAHTZEE ? 'Chance' : 'Choice', 'Four of a kind', 'Full house',
    ...(v.rules === NINTENDO || v.rules === YAHTZEE ? ['Small straight', 'Large straight'] : ['Little straight', 'Big straight']), v.rules === YAHTZEE ? 'Yahtzee' : 'Yacht', 'Three of a kind'];
  const worth = (v, box) => (box === YACHT ? '50' : box === SMALL ? { [NINTENDO]: '15' }[v.rules] ?? '30' : box === LARGE ? (v.rules === YAHTZEE ? '40' : '30') : box === HOUSE && v.rules === YAHTZEE ? '25' : box >= CHOICE ? 'sum' : '');
  const upper = (v, p) => sum(UPPER.map((box) => Math.max(v.boxes[p][box], 0)));
  const total = (v, p) => v.extra[p] + (upper(v, p) >= 63 && v.rules !== CLASSIC ? 35 : 0) + sum(v.boxes[p].map((n) => Math.max(n, 0)));
  /** Whether the dice are a second yahtzee whose upper box is full: then they fit any pattern. */
  const isJoker = (v, p) => v.rules === YAHTZEE && v.joker !== NO_JOKER && v.boxes[p][YACHT] !== OPEN && v.dice[0] === v.dice[4] && v.boxes[p][v.dice[0] - 1] !== OPEN;
  const offered = (v, box) => boxScore(v.rules, box, v.dice, isJoker(v, v.to_move));

  function sheet(at) {
    const v = at.view, seats = Array.from({ length: v.players }, (_, i) => (at.seat + i) % v.players), title = titles(v);
    const head = html`<thead><tr><th scope="col"><span class="vh">Box</span></th>${seats.map((p) => html`<th scope="col"><span class="mark ${p === at.seat ? 'you' : 'them'}"></span><span class="nm">${p === at.seat && !at.shared_screen ? 'You' : capital(called(at, p))}</span></th>`)}</tr></thead>`;
    const cell = (p, box) => {
      if (v.boxes[p][box] !== OPEN) return html`<td class="num ${p === at.seat ? 'mine' : ''}">${v.boxes[p][box]}</td>`;
      if (!at.mine || p !== at.seat || !at.moves.some((m) => m.code === FILL + box)) return html`<td class="num"></td>`;
      return html`<td class="num mine open"><button type="button" class="sel ${at.aim === `box ${box}` ? 'chosen' : ''}" data-place="box ${box}" aria-label="Write ${offered(v, box)} in ${title[box]}">${offered(v, box)}</button></td>`;
    };
    const row = (box) => html`<tr><th scope="row">${title[box]}${worth(v, box) ? html`<small>${worth(v, box)}</small>` : ''}</th>${seats.map((p) => cell(p, box))}</tr>`;
    return html`<div class="sheet-paper n${v.players}">
      <table>${head}<tbody>${UPPER.map(row)}
        ${v.rules === CLASSIC ? '' : html`<tr class="sum"><th scope="row">Bonus<small>35 at 63</small></th>${seats.map((p) => html`<td class="num">${upper(v, p) >= 63 ? '35' : html`${upper(v, p)}<i class="only-desk">${v.players < 3 ? ' of 63' : ''}</i>`}</td>`)}</tr>`}</tbody></table>
      <table>${head}<tbody>${lower(v).map(row)}${v.extra.some(Boolean) ? html`<tr><th scope="row">Extra<small>100s</small></th>${seats.map((p) => html`<td class="num">${v.extra[p]}</td>`)}</tr>` : ''}
        <tr class="sum"><th scope="row">Total</th>${seats.map((p) => html`<td class="num">${total(v, p)}</td>`)}</tr></tbody></table></div>`;
  }

  function tray(at) {
    const v = at.view, rolled = 3 - v.rolls, yours = v.to_move === at.seat;
    return html`<div class="tray">
      <div class="dice" role="group" aria-label="${yours ? 'Your dice' : 'Their dice'}">${v.dice.map((d, i) => thing({ name: String(d), key: `d${i}`, label: `Die ${i + 1}: ${d}, keep`, cls: 'keep', digit: i + 1, inner: html`<span class="die" data-art="die ${d}"></span><span class="tag"></span>` }))}</div>
      <p class="felt-quiet small hint-line">${at.mine && v.rolls ? html`Tap a die to keep it, or press <b>1</b>–<b>5</b>.` : ''}</p>
      <div class="rolls"><span class="pips" role="img" aria-label="Roll ${count(rolled)} of three">${[0, 1, 2].map((i) => html`<i class="${i < rolled ? 'on' : ''}"></i>`)}</span><span class="act" data-acts></span></div></div>`;
  }

  return {
    called: 'Yacht', line: 'Five dice, twelve boxes',
    tile: { look: 'dicey', art: html`${[5, 5, 6].map((n) => html`<span class="die" data-art="die ${n}"></span>`)}` },
    plan: 'sides',
    draw(at) {
      const v = at.view, boxes = v.rules === YAHTZEE ? 13 : 12, others = at.seats.map((_, p) => p).filter((p) => p !== at.seat);
      return {
        scores: at.seats.map((_, p) => total(v, p)),
        middle: html`<div class="row-seat">${others.length ? html`<div class="others">${others.map((p) => seat(at, p))}</div>` : html`<span></span>`}
            <div class="row-end"><span class="chip"><span class="only-desk">Turn</span> ${Math.min(v.turn + 1, boxes)} of ${boxes}</span></div>${seat(at, at.seat, { turned: true })}</div>
          <div class="yacht-main">${tray(at)}${sheet(at)}</div>`,
      };
    },
    choices(at) {
      const v = at.view, title = titles(v);
      return at.moves.filter((m) => m.code !== ALL).map(({ code }) => {
        if (code >= FILL) return { moves: [code], lift: null, onto: `box ${code - FILL}`, say: `Write ${offered(v, code - FILL)} in ${title[code - FILL]}`, tile: offered(v, code - FILL), quiet: true, careful: true };
        const kept = v.dice.filter((_, i) => code >> (4 - i) & 1), roll = 5 - kept.length;
        return { moves: [code], lift: kept.map(String), say: `Roll ${many(roll, 'die', 'dice')}`, name: kept.length ? `Keep ${kept.join(' ')}, roll ${count(roll)}` : 'Roll all five', main: true, key: ' ', pic: kept.length ? [`die ${kept[0]}`] : [], tile: kept.length ? null : '–' };
      });
    },
    now(at) {
      const left = at.view.rolls;
      return left ? `${left === 1 ? 'One roll is' : 'Two rolls are'} left. Keep dice and roll, or write a score.` : 'No roll is left. Choose a box to write in.';
    },
    prompt: (at) => (at.view.rolls ? 'Roll' : 'Choose a box'),
    why: (at) => (at.view.rolls ? '' : 'No roll is left: choose a box.'),
    sound: 'die',
    style: `
.t-yacht {
  & .row-seat .seat:last-child { justify-self: end; } & .others { display: flex; gap: var(--s5); flex-wrap: wrap; }
  & .yacht-main { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s6); align-items: center; flex: 1; }
  & .tray { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: var(--s5); } & .hint-line { min-height: 20px; }
  & .dice { display: grid; grid-template-columns: repeat(6, 48px); gap: 12px 0; justify-content: center; }
  & .keep { grid-column: span 2; justify-self: center; border: 0; background: none; padding: 8px; border-radius: 16px; display: grid; justify-items: center; gap: 6px; cursor: pointer; color: var(--felt-ink-2); font: 600 var(--t-xs)/1 var(--font); } & .keep:nth-child(4) { grid-column: 2 / span 2; }
  & .keep .die { width: 70px; } & .keep .tag { min-height: 12px; } & .keep .tag::after { content: "roll"; font-weight: 500; } & .keep[aria-disabled="true"] { cursor: default; } & .keep[aria-disabled="true"]:not([aria-pressed="true"]) .tag::after { content: ""; }
  & .keep[aria-pressed="true"] { background: var(--felt-2); box-shadow: inset 0 0 0 2px var(--brass); color: var(--brass); } & .keep[aria-pressed="true"] .tag::after { content: "keep"; font-weight: 650; }
  & .rolls { display: flex; align-items: center; justify-content: center; gap: var(--s3) var(--s4); min-height: 44px; flex-wrap: wrap; } & .rolls .act { display: flex; gap: 8px; flex-wrap: wrap; justify-content: center; }
  & .pips { display: flex; gap: 6px; } & .pips i { width: 10px; height: 10px; border-radius: 9px; box-shadow: inset 0 0 0 1.5px var(--felt-ink-2); } & .pips i.on { background: var(--felt-ink-2); }
  & .sheet-paper { background: var(--card-paper); color: #1b2230; border-radius: var(--r2); padding: 8px 14px 12px; box-shadow: var(--shadow-card); width: 366px; } & .sheet-paper.n3 { width: 420px; } & .sheet-paper.n4 { width: 470px; } & .sheet-paper.n1 { width: 290px; }
  & .sheet-paper table { width: 100%; border-collapse: collapse; font-size: 14px; } & .sheet-paper table + table { margin-top: 6px; } & .sheet-paper table + table thead { display: none; }
  & .sheet-paper th { white-space: nowrap; text-align: left; font-weight: 550; padding: 0 4px; height: 32px; } & .sheet-paper th small { font-weight: 400; color: #565952; margin-left: 6px; font-size: var(--t-xs); }
  & .sheet-paper thead th { font-size: var(--t-s); text-align: right; height: 28px; font-weight: 600; } & .sheet-paper thead .mark { display: inline-block; width: 10px; height: 10px; border: 0; margin-right: 6px; } & .sheet-paper thead .mark::after { display: none; } & .sheet-paper .nm { display: inline-block; max-width: 76px; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
  & .sheet-paper td { text-align: right; width: 92px; border-top: 1px solid #d9d3c4; padding: 0 6px; font-variant-numeric: tabular-nums; } & .sheet-paper tbody th { border-top: 1px solid #d9d3c4; } & .n3 td, & .n4 td { width: 68px; }
  & .sheet-paper .mine { font-weight: 650; } & .sheet-paper .sum th, & .sheet-paper .sum td { font-weight: 650; background: rgb(0 0 0 / .035); white-space: nowrap; } & .sum i { font-style: normal; }
  & .sel { font: 500 14px/1 var(--font); color: #5b5f57; min-width: 46px; height: 26px; padding: 0 8px; border-radius: 6px; border: 1px dashed #8d8574; background: none; cursor: pointer; text-align: right; } & .sel:hover { background: #efe9da; } & .sel.chosen { border: 1.5px solid #17633f; color: #17633f; font-weight: 700; background: #e6f0e6; } & .sheet-paper .open { padding: 0; }
  @media (min-width: 1500px) and (min-height: 920px) { & .keep .die { width: 92px; } & .dice { grid-template-columns: repeat(6, 60px); } & .sheet-paper { width: 430px; } & .sheet-paper th { height: 38px; } & .sheet-paper table { font-size: 15px; } & .sel { height: 30px; } }
  @media (min-width: 861px) and (max-width: 1000px) { & .yacht-main { gap: var(--s4); } & .keep .die { width: 60px; } & .dice { grid-template-columns: repeat(6, 42px); } }
  @media (max-width: 860px) {
    & .yacht-main { display: flex; flex-direction: column; gap: 14px; } & .row-seat { grid-template-columns: auto 1fr auto; } & .row-end { justify-content: center; } & .row-seat .chip { display: inline-flex; } & .score { font-size: 24px; } & .seat { gap: 10px; } & .others { gap: 4px 12px; } & .others:has(> :nth-child(2)) .score { font-size: 18px; } & .who .sub { display: none; }
    & .tray { width: 100%; gap: 12px; } & .hint-line { display: none; } & .dice { display: flex; gap: 4px; width: 100%; justify-content: space-between; } & .keep { padding: 7px; border-radius: 14px; } & .keep .die { width: min(54px, 100vw / 5 - 26px); } & .rolls { width: 100%; justify-content: space-between; padding-left: 8px; flex-wrap: nowrap; } & .rolls .act { justify-content: flex-end; } & .rolls .btn.main { min-width: 190px; }
    & .sheet-paper, & .sheet-paper.n3, & .sheet-paper.n4, & .sheet-paper.n1 { width: calc(100% + 16px); margin: 0 -8px; display: grid; grid-template-columns: 1fr 1fr; gap: 14px; padding: 4px 10px 10px; } & .sheet-paper table { font-size: 13px; } & .sheet-paper table + table { margin: 0; } & .sheet-paper table + table thead { display: table-header-group; } & .sheet-paper th { padding: 0; height: 36px; font-size: 12.5px; } & .sheet-paper tbody th small { display: none; } & .sheet-paper td { width: 40px; padding: 0 2px; } & .sheet-paper thead th { font-size: 11px; height: 26px; width: 40px; } & .sheet-paper thead th:first-child { width: auto; } & .sheet-paper thead .mark { margin: 0 6px 0 0; width: 12px; height: 12px; } & .sheet-paper thead .nm { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } & .sheet-paper .sum td { font-size: 12px; white-space: nowrap; } & .sel { min-width: 36px; height: 32px; padding: 0 5px; } & .n3, & .n4 { grid-template-columns: 1fr !important; } & .n3 table + table thead, & .n4 table + table thead { display: none; } & .n3 td, & .n4 td { width: 52px; }
  }
}`,
  };
};
