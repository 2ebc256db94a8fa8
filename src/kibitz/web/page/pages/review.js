// The review: the whole game as a line, the position and its lesson, where the result came from.
import { graph } from '../art.js';
import { get, post } from '../api.js';
import { go } from '../app.js';
import { choiceOf, weight } from '../coach.js';
import { draw, narrow, position } from '../felt.js';
import { html, morph, parsed, raw } from '../html.js';
import { tableOf, told } from '../kit.js';
import { signed, withCards } from '../words.js';

const MARKS = ['inaccuracy', 'mistake', 'blunder'];
const ARROW = { back: html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14.5 6l-6 6 6 6"/></svg>`, on: html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9.5 6l6 6-6 6"/></svg>` };

export async function open(main, id, arrived) {
  if (!id) {
    const { games } = await get('/api/history');
    if (games.length) return go(`/review/${games[0].id}`, { replace: true });
    arrived();
    morph(main, html`<section class="lone"><h1>Review</h1><p class="plain-note">When you have finished a game, every move of it is looked at here: what it was worth, what was better, what was luck.</p><p><a class="btn main" href="/">Play one</a></p></section>`);
    return null;
  }
  const page = new Review(main, id);
  await page.load();
  return () => page.stop.abort();
}

class Review {
  only = false;           // only moves that lost something
  stop = new AbortController();
  positions = new Map();

  constructor(main, id) { this.main = main; this.id = id; }

  async load() {
    this.review = await get(`/api/tables/${this.id}/review`);
    this.table = await tableOf(this.review.game);
    this.seats = this.review.seats;
    this.seat = Math.max(0, this.seats.findIndex((seat) => seat.you));
    this.isChance = this.review.unit !== 'points';
    const worst = this.mine.reduce((most, move) => (move.loss > (most?.loss ?? 0) ? move : most), null);
    this.at = worst?.number ?? 0;
    this.main.className = 'review';
    const { signal } = this.stop;
    this.main.addEventListener('click', (event) => this.click(event), { signal });
    document.addEventListener('keydown', (event) => this.key(event), { signal });
    addEventListener('resize', () => this.draw(), { signal });
    await Promise.all([this.fetch(this.moves.length), this.select(this.at)]);
    this.result = this.resultLine();
    this.draw();
  }

  get moves() { return this.review.moves; }
  /** What the game was worth to this seat before a move, or at the end. */
  worth(number) { return this.review.curve[number]?.[this.seat]; }
  get mine() { return this.moves.filter((move) => move.seat === this.seat); }
  get side() { return this.review.sides.find((side) => side.seat === this.seat); }
  /** In points of winning chance, or in points. */
  scaled(x) { return this.isChance ? 100 * x : x; }

  async select(number) {
    this.at = Math.max(0, Math.min(this.moves.length, number));
    const wanted = this.at;
    await this.fetch(wanted);
    if (wanted === this.at && this.result && !this.stop.signal.aborted) this.draw();
  }

  async fetch(number) {
    if (!this.positions.has(number)) this.positions.set(number, await get(`/api/tables/${this.id}/at/${number}?seat=${this.seat}`));
  }

  /** "You won, 121 to 113", with the points that stand on the table. */
  resultLine() {
    if (this.seats.every((seat) => !seat.you)) return this.review.result;
    const { result } = this.side, end = this.snapshotAt(this.moves.length);
    const { at } = position(end, this.table, { live: false, moves: [] });
    const points = this.table.draw(at).scores, mine = points[this.seat], others = points.filter((_, seat) => seat !== this.seat);
    if (!others.length) return `${mine} points`;
    const won = result === 1 ? 'You won' : result === 0 ? 'You lost' : 'A draw';
    return points.every(Number.isFinite) ? `${won}, ${mine} to ${others.join(', ')}` : won;
  }

  snapshotAt(number) {
    const here = this.positions.get(number);
    const log = this.moves.slice(Math.max(0, number - 8), number).map((move) => ({ number: move.number, seat: move.seat, text: move.text.replace(/^you /i, '') }));
    return { game: this.review.game, seats: this.seats, options: this.review.options, seat: this.seat, to_move: here.to_move, over: here.to_move === null, view: here.view, recalled: here.recalled, shown: here.shown, log, now: '', number };
  }

  async click(event) {
    const move = event.target.closest('[data-at]'), does = event.target.closest('[data-do]')?.dataset.do;
    if (move) await this.select(+move.dataset.at);
    else if (event.target.closest('.graph-svg')) {
      const box = event.target.closest('.graph-svg').getBoundingClientRect(), w = this.width, x0 = 36, x1 = w - 10;
      await this.select(Math.round(((event.clientX - box.left) / box.width * w - x0) / (x1 - x0) * this.moves.length));
    } else if (does === 'only') { this.only = !this.only; this.draw(); }
    else if (does === 'replay') await go(`/table/${(await post(`/api/tables/${this.id}/replay`, { number: this.at, seat: this.seat })).id}`);
    else if (does === 'share') { await navigator.clipboard.writeText(`${location.origin}/review/${this.id}`); this.copied = true; this.draw(); }
  }

  async key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
    const marked = this.moves.filter((move) => move.mark).map((move) => move.number);
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, ArrowDown: marked.find((n) => n > this.at), ArrowUp: marked.findLast((n) => n < this.at) }[event.key];
    if (event.key.startsWith('Arrow')) { event.preventDefault(); if (to !== undefined) await this.select(to); }
    else if (event.key === 'd') await go(`/drill/${this.review.game}`);
  }

  // ---------------------------------------------------------------- drawing
  get width() { return narrow() ? 358 : 840; }

  head() {
    const { review } = this, others = this.seats.filter((_, seat) => seat !== this.seat).map((seat) => seat.name);
    const n = review.added_to_drill;
    return html`<div class="rv-head"><div><h1>${this.result}</h1><p class="quiet small">${this.table.called}${others.length ? ` against ${others.join(', ')}` : ''}, ${review.moves.length} moves</p></div>
      <div class="acts"><a class="btn only-desk" href="/api/tables/${this.id}/record" download>Save</a><button type="button" class="btn only-desk" data-do="share">${this.copied ? 'Copied' : 'Copy link'}</button><button type="button" class="btn" data-do="replay">Replay from here</button><a class="btn main" href="/drill/${review.game}">${n ? `Practise ${n === 1 ? 'this move' : `these ${n} moves`}` : 'Practise'} <kbd class="only-desk">D</kbd></a></div></div>`;
  }

  line() {
    if (!this.isChance) return '';
    const values = this.review.curve.map((worth) => 100 * worth[this.seat]);
    const marks = this.moves.filter((move) => move.mark && move.seat === this.seat).map((move) => ({ at: move.number, kind: move.mark }));
    const n = (kind) => this.side?.marks[kind] ?? 0;
    return html`<section class="panel rv-graph" aria-label="Win chance"><div class="in"><div class="row"><h2 class="label">Win chance</h2><ul class="legend small">${MARKS.map((kind) => html`<li><i class="sh ${kind}"></i>${n(kind)} ${n(kind) === 1 ? kind : kind === 'inaccuracy' ? 'inaccuracies' : `${kind}s`}</li>`)}</ul></div>
      ${raw(graph({ values, marks, parts: this.parts, selected: this.at, w: this.width, h: narrow() ? 150 : 196 }))}</div></section>`;
  }

  /** The first deal by its name, the others by their numbers, as many as there is room for. */
  get parts() {
    const { parts } = this.review, room = this.width / Math.max(1, parts.length), every = Math.ceil(20 / room);
    return parts.map(({ at, label }, i) => ({ at, label: i === 0 && room > 50 ? label : i % every ? '' : label.split(' ').pop() }));
  }

  summary() {
    const side = this.side, alone = this.seats.length === 1;
    const rows = [['Before the deal', this.scaled(side.start), 'var(--line-2)'], ['Luck', this.scaled(side.luck), 'var(--them)'], ['Their mistakes', this.scaled(side.given), 'var(--accent)'], ['Your mistakes', -this.scaled(side.lost), 'var(--mistake)'], [this.review.hides ? 'Hidden cards' : 'Not foreseen', this.scaled(side.hidden), 'var(--ink-2)']].filter((_, i) => !(alone && i === 2));
    const reach = Math.max(1, ...rows.map(([, x]) => Math.abs(x)));
    const bar = (x, colour) => `<svg viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true"><rect x="${x < 0 ? 100 + x / reach * 96 : 100}" y="0" width="${Math.abs(x) / reach * 96}" height="12" rx="3" fill="${colour}"/><path d="M100 0V12" stroke="var(--line-2)" stroke-width="1.5"/></svg>`;
    const share = Math.round(100 * side.adjusted), error = Math.round(100 * side.luck_error);
    const means = share < 0 ? 'a loss even with even luck' : share > 100 ? 'a win even with even luck' : `with even luck, ${share} wins in 100${error ? `, give or take ${error}` : ''}`;
    const adjusted = this.isChance ? html`<span class="big num">${String(share).replace('-', '−')}%</span><span class="small quiet">luck-adjusted result: ${means}</span>` : html`<span class="big num">${side.adjusted.toFixed(0)}</span><span class="small quiet">points with even luck</span>`;
    return html`<section class="panel rv-sum" aria-label="Result and luck"><div class="in"><h2 class="label">Where the result came from</h2>
      <dl class="luck">${rows.map(([title, x, colour]) => html`<div><dt>${title}</dt><dd>${raw(bar(x, colour))}<b class="num">${signed(x)}</b></dd></div>`)}</dl>
      <div class="adj"><div>${adjusted}</div><div><span class="big num">${this.scaled(side.mean_loss).toFixed(1)}</span><span class="small quiet">mean loss per decision: ${side.rating}</span></div></div></div></section>`;
  }

  cost(move) {
    if (move.forced) return html`<span class="cost quiet">only move</span>`;
    const loss = this.scaled(move.loss);
    if (loss < .05) return html`<span class="cost ok">best</span>`;
    return html`<span class="cost ${weight(loss)}">${move.mark ? html`<i class="sh ${move.mark}" title="${move.mark}"></i>` : ''}${signed(-loss)}</span>`;
  }

  list() {
    const shown = this.moves.filter((move) => !this.only || this.scaled(move.loss) >= 1);
    return html`<section class="panel rv-moves" aria-label="Moves"><header><h2 class="label">Moves</h2><div class="acts"><button type="button" class="btn small plain" data-do="only" aria-pressed="${String(this.only)}">${this.only ? 'All moves' : 'Only losses'}</button></div></header>
      <ol class="list">${shown.map((move) => html`<li><button type="button" class="mv" data-at="${move.number}"${move.number === this.at ? html` aria-current="true"` : ''}><span class="no num">${move.number + 1}</span><span class="mark ${move.seat === this.seat ? 'you' : 'them'}"></span><span class="t">${this.said(move)}</span><span class="num w">${this.isChance ? `${Math.round(100 * this.worth(move.number))}%` : this.worth(move.number).toFixed(0)}</span>${this.cost(move)}</button></li>`)}</ol></section>`;
  }

  /** What a move did. Each is told as its own player saw it, so the "you" is whoever the mark beside it says. */
  said(move) { return told({ seats: this.seats }, { ...move, text: move.text.replace(/^you /i, '') }); }

  lesson(move) {
    const given = move && this.review.luck[move.number + 1], by = given ? this.scaled(given[this.seat]) : 0;
    const luck = Math.abs(by) >= 1 ? html` <span class="felt-quiet">Luck then: ${signed(by)}.</span>` : '';
    if (!move) return html`<b>${this.result}.</b>`;
    if (this.scaled(move.loss) >= 1) return html`<span><b>Move ${move.number + 1} cost ${this.scaled(move.loss).toFixed(1)}.</b> ${withCards(move.why)}${luck}</span><span class="cap2"><span class="k"><i class="box"></i>better: ${withCards(move.better?.name ?? '')}</span><span class="k"><i class="box rose"></i>played: ${withCards(move.name)}</span></span>`;
    return html`<span><b>Move ${move.number + 1}.</b> ${this.said(move)}.${luck}</span>`;
  }

  board() {
    const here = this.positions.get(this.at), move = this.moves[this.at];
    const codes = move && move.seat === this.seat ? [here.played, move.better].filter(Boolean) : [];
    const snapshot = this.snapshotAt(this.at);
    let marks = null;
    if (codes.length) {
      const { choices } = position({ ...snapshot, to_move: this.seat }, this.table, { live: false, moves: codes });
      const played = choiceOf(choices, codes[0].code) ?? choices.find((choice) => choice.moves[0] === codes[0].code), better = codes[1] && (choiceOf(choices, codes[1].code) ?? choices.find((choice) => choice.moves[0] === codes[1].code));
      marks = { played: played?.lift, playedPlace: played?.lift?.length ? null : played?.onto, best: better?.lift, bestPlace: better?.lift?.length ? null : better?.onto };
    }
    const arrows = html`<button type="button" class="icon" data-at="${this.at - 1}" aria-label="Previous move"${this.at === 0 ? html` disabled` : ''}>${ARROW.back}</button><button type="button" class="icon" data-at="${this.at + 1}" aria-label="Next move"${this.at >= this.moves.length ? html` disabled` : ''}>${ARROW.on}</button>`;
    return draw(snapshot, this.table, { live: false, moves: [], marks, label: `Before move ${this.at + 1}`, now: { kind: 'turn', text: this.lesson(move), acts: arrows } }).nodes;
  }

  draw() {
    const page = parsed(html`${this.head()}${this.line()}<div class="rv-board" data-key="board"></div>${this.summary()}${this.list()}`);
    page.querySelector('.rv-board').append(this.board());
    morph(this.main, page);
    this.main.dataset.move = this.at;
    // Only the list scrolls, never the page.
    const list = this.main.querySelector('.list'), here = list.querySelector('.mv[aria-current]');
    if (here && (here.offsetTop < list.scrollTop + list.offsetTop || here.offsetTop + here.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight)) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}
