// The coach's panel: silent until asked, then the least that helps, then everything.
import { spark } from './art.js';
import { get } from './api.js';
import { html, raw } from './html.js';
import { capital, signed, withCards } from './words.js';

export class Coach {
  step = 0;          // 0 closed, 1 a nudge, 2 the moves
  advice = null;
  busy = false;
  failed = '';
  line = [];         // the win chances it has named in this game, while this page was open

  constructor(table, redraw) { this.table = table; this.redraw = redraw; }

  /** A new position: what was said about the last one is gone. */
  reset() { this.step = 0; this.advice = null; this.failed = ''; this.asked = null; }

  /** One step further; after the last, closed again. */
  async ask(step = (this.step + 1) % 3) {
    this.step = step;
    this.failed = '';
    if (!step) { this.advice = null; this.redraw(); return; }
    const asked = this.asked = {};
    this.busy = true;
    const slow = setTimeout(() => { if (this.asked === asked) this.redraw(); }, 400);
    try {
      const advice = await get(`/api/tables/${this.table}/hint?level=${step}`);
      if (this.asked === asked) { this.advice = advice; if (step === 2 && advice.unit !== 'points') this.line.push(advice.value); }
    } catch (error) {
      if (this.asked === asked) { this.failed = error.message; this.step = 0; }
    }
    clearTimeout(slow);
    if (this.asked === asked) { this.busy = false; this.redraw(); }
  }

  draw(at, choices) {
    const head = html`<header><h2>Coach</h2><div class="acts">${this.step ? html`<button type="button" class="btn small plain" data-coach="0" aria-expanded="true">Hide hints <kbd class="only-desk">H</kbd></button>` : at.mine ? html`<button type="button" class="btn small only-phone" data-coach="1">Show a hint</button>` : ''}</div></header>`;
    return html`<section class="panel coach step${this.step}${at.over ? ' over' : ''}" aria-label="Coach" data-key="coach">${head}<div class="in" tabindex="-1">${this.body(at, choices)}${at.over ? '' : warns(at.tutor)}</div></section>`;
  }

  body(at, choices) {
    if (this.busy) return html`<p class="quiet">The coach is looking at it.</p>`;
    if (at.over) return html`<p class="quiet small">The game is over. The review shows every move and what it was worth.</p>`;
    if (!at.mine) return html`<p class="quiet small">The coach shows nothing until you ask, and only when it is your turn.</p>`;
    if (!this.step || !this.advice) return html`<p class="quiet small">The coach shows nothing until you ask.</p>${this.failed ? html`<p class="small cost bad">${this.failed}</p>` : ''}<button type="button" class="btn main" data-coach="1">Show a hint <kbd class="only-desk">H</kbd></button>`;
    if (this.step === 1) return html`<p>${withCards(this.advice.sentence)}</p><button type="button" class="btn" data-coach="2">Show the moves <kbd class="only-desk">H</kbd></button>`;
    return moves(this.advice, choices, this.line);
  }
}

/** When the coach speaks up by itself: before a costly move, or never. */
export const warns = (level) => html`<fieldset class="segments tutor"><legend>The coach warns me</legend>${[['off', 'Never'], ['gentle', 'Of mistakes'], ['strict', 'With reasons']].map(([value, text]) => html`<label><input type="radio" name="tutor" value="${value}"${value === level ? html` checked` : ''}>${text}</label>`)}</fieldset>`;

/** How much a loss matters, as a class: in points of winning chance. */
export const weight = (loss) => (loss < 1 ? 'ok' : loss < 10 ? 'meh' : loss < 15 ? 'bad' : 'worse');

export function choiceOf(choices, code) { return choices.find((choice) => choice.moves.length === 1 && choice.moves[0] === code); }

function picture(choice) {
  if (choice?.pic?.length > 1) return html`<span class="two">${choice.pic.slice(0, 2).map((art) => html`<span class="card" data-art="${art}"></span>`)}</span>`;
  if (choice?.pic?.length) return choice.pic[0].startsWith('die') ? html`<span class="pic"><span class="die" data-art="${choice.pic[0]}"></span></span>` : html`<span class="card" data-art="${choice.pic[0]}"></span>`;
  return html`<span class="pic"><span class="tile num">${choice?.tile ?? '·'}</span></span>`;
}

/** The list of moves in groups: what cannot be told from the best, and what is weaker. */
export function moves(advice, choices, line = []) {
  const isChance = advice.unit !== 'points';
  const shown = (x) => (isChance ? `${(100 * x).toFixed(1)}%` : x.toFixed(1));
  // What the best move's reason says of the next weaker one need not be said twice.
  const best = advice.advice[0], said = (move) => (move !== best && move.reason && best.reason.endsWith(move.reason) ? '' : move.reason);
  const row = (move, i) => {
    const choice = choiceOf(choices, move.code), loss = isChance ? 100 * move.loss : move.loss;
    return html`<button type="button" class="hint ${i === 0 ? 'best' : ''}" data-point="${move.code}">${picture(choice)}<span><span class="move">${choice?.name ?? choice?.say ?? move.name}</span><span class="why">${withCards(capital(said(move)))}</span></span>
      <span class="val"><b>${shown(move.value)}</b><span class="cost ${move.equal ? 'ok' : weight(loss)}">${i === 0 ? 'best' : loss < .05 ? 'equal' : signed(-loss)}</span>${move.error ? html`<span class="small quiet">± ${(isChance ? 100 * move.error : move.error).toFixed(1)}</span>` : ''}</span></button>`;
  };
  const equal = advice.advice.filter((move) => move.equal), weaker = advice.advice.filter((move) => !move.equal).slice(0, 4);
  const cap = equal.length > 1 ? 'About equal' : advice.clear ? 'One clear move' : weaker.length ? 'A little better' : 'The only move';
  const big = html`<div class="chance"><div><div class="big num">${isChance ? html`${Math.round(100 * advice.value)}<small>%</small>` : advice.value.toFixed(0)}</div><div class="small quiet">${isChance ? 'your win chance' : 'points expected'}</div></div>${line.length > 1 ? html`<div>${raw(spark(line.map((x) => Math.round(1000 * x) / 10)))}</div>` : ''}</div>`;
  return html`${big}<div class="group"><div class="cap">${cap}</div>${equal.slice(0, 5).map(row)}</div>
    ${weaker.length ? html`<div class="group"><div class="cap">Weaker</div>${weaker.map((move) => row(move, 1))}</div>` : ''}
    ${advice.assumes ? html`<p class="note">Assuming that ${withCards(advice.assumes)}.</p>` : ''}`;
}
