// One table: the game as it stands, your hand, the coach.
import { get, patch, post, Refused, Unreachable } from '../api.js';
import { go, header } from '../app.js';
import { Coach, choiceOf } from '../coach.js';
import { draw, narrow, nowLine, position } from '../felt.js';
import { Hand } from '../hand.js';
import { html, morph, parsed } from '../html.js';
import { called, tableOf, told } from '../kit.js';
import { travel } from '../motion.js';
import { PAUSE, settings } from '../settings.js';
import { play as sound } from '../sound.js';
import { capital, withCards } from '../words.js';

/** Who won; without the points where they say no more than that. */
const resultOf = ({ result, scores }) => (scores.every((points) => Math.abs(points) <= 1) ? result.text.replace(/, [^,]*$/, '.') : result.text);

const THINKING = 400;   // milliseconds before a wait is mentioned

export async function open(main, id) {
  const page = new TablePage(main, id);
  await page.load();
  return () => page.close();
}

class TablePage {
  special = null;      // a now line that is not the usual one: refused, warned, resigned
  offline = false;
  covered = false;     // two at one screen: the screen is passed on
  waited = false;
  coming = [];         // snapshots still to be shown, one after the other

  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.coach = new Coach(id, () => this.redraw());
    this.stop = new AbortController();
  }

  async load() {
    const saved = `kibitz.table.${this.id}`;
    try {
      this.snap = await get(`/api/tables/${this.id}`);
    } catch (error) {
      const kept = sessionStorage.getItem(saved);
      if (!(error instanceof Unreachable) || !kept) throw error;
      this.snap = JSON.parse(kept);
      this.offline = true;
    }
    this.saved = saved;
    this.table = await tableOf(this.snap.game);
    this.main.className = 'game';
    this.hand = new Hand(this.main, { redraw: () => this.redraw(), play: (choice) => this.play(choice), refuse: (name) => this.refuse(name) });
    const { signal } = this.stop;
    this.main.addEventListener('click', (event) => this.click(event), { signal });
    this.main.addEventListener('change', (event) => { if (event.target.name === 'tutor') this.act('tutor', event.target.value); }, { signal });
    document.addEventListener('keydown', (event) => this.key(event), { signal });
    addEventListener('online', () => this.retry(), { signal });
    addEventListener('resize', () => this.redraw(), { signal });
    header(this.table.called);
    document.title = `${this.table.called} – Kibitz`;
    this.covered = this.snap.shared_screen && !this.snap.over;
    this.settle();
    this.redraw();
    this.listen();
  }

  close() {
    this.closed = true;
    this.stop.abort();
    this.hand?.stop.abort();
    this.events?.close();
    clearTimeout(this.timer);
    clearTimeout(this.thinking);
  }

  // ---------------------------------------------------------------- the server
  listen() {
    this.events?.close();
    if (this.snap.over) return;
    this.events = new EventSource(`/api/tables/${this.id}/events?after=${this.snap.revision}`);
    this.events.onmessage = (event) => { this.online(); this.arrive(JSON.parse(event.data)); };
    this.events.onopen = () => this.online();
    this.events.onerror = () => { if (!this.closed) this.lost(); };
  }

  online() { if (this.offline) this.connected(true); }
  lost() { if (!this.offline && !this.snap.over) this.connected(false); }

  connected(is) {
    this.offline = !is;
    this.settle();
    this.redraw();
  }

  async retry() {
    try {
      const snap = await get(`/api/tables/${this.id}`);
      this.coming = [];
      this.show(snap);
      this.connected(true);
      this.listen();
    } catch (error) { if (error instanceof Unreachable) this.redraw(); else throw error; }
  }

  /** A snapshot from the server: shown in its turn, others' moves at the speed one has set. */
  arrive(snap) {
    const last = this.coming[this.coming.length - 1] ?? this.snap;
    if (snap.revision < last.revision || (snap.revision === last.revision && JSON.stringify(snap) === JSON.stringify(last))) return;
    this.coming.push(snap);
    if (this.coming.length === 1 && !this.sending) this.next();   // while a move is on its way, its answer comes first
  }

  next() {
    clearTimeout(this.timer);
    const own = this.snap.to_move === this.snap.seat;
    const wait = own ? 0 : Math.max(0, (this.shownAt ?? 0) + PAUSE[settings.speed] - performance.now());
    this.timer = setTimeout(() => {
      if (this.closed || !this.coming.length) return;
      this.show(this.coming.shift());
      if (this.coming.length) this.next();
    }, wait);
  }

  show(snap) {
    const moved = snap.number !== this.snap.number || JSON.stringify(snap.view) !== JSON.stringify(this.snap.view);
    if (moved) { this.coach.reset(); this.special = null; sound(this.table.sound ?? 'card'); }
    if (snap.seat !== this.snap.seat && snap.shared_screen && !snap.over) this.covered = true;
    this.snap = snap;
    this.shownAt = performance.now();
    this.waited = false;
    if (moved) this.settle();   // else only who sits here has changed, and what is lifted stays up
    this.redraw();
    if (snap.over) this.events?.close();
  }

  /** What the new position means for hand and waiting. */
  settle() {
    sessionStorage.setItem(this.saved, JSON.stringify(this.snap));
    const { at, choices } = position(this.snap, this.table);
    this.hand.offer(choices, at.mine && !this.offline);
    clearTimeout(this.thinking);
    if (!at.mine && !this.snap.over) this.thinking = setTimeout(() => { this.waited = true; this.redraw(); }, THINKING);
  }

  async play(choice, { from = 0, anyway = false } = {}) {
    if (this.sending || this.offline) return;
    this.sending = true;
    this.special = null;
    try {
      for (let i = from; i < choice.moves.length; i++) {
        const answer = await post(`/api/tables/${this.id}/moves`, { number: this.snap.number, move: choice.moves[i], anyway: anyway && i === from });
        if (answer.warning) { this.warn(choice, i, answer.warning); return; }
        this.coming = this.coming.filter((snap) => snap.revision > answer.revision);
        if (answer.revision <= this.snap.revision) continue;   // the event was quicker than the answer
        if (i + 1 < choice.moves.length) this.snap = answer; else this.show(answer);
      }
    } catch (error) {
      if (error instanceof Unreachable) this.lost();
      else if (error instanceof Refused && error.status === 409) await this.retry();
      else if (error instanceof Refused) { this.special = { kind: 'no', text: html`<b>Not allowed.</b> ${error.message}` }; this.settle(); this.redraw(); }
      else throw error;
    } finally {
      this.sending = false;
      if (this.coming.length) this.next();
    }
  }

  warn(choice, at, warning) {
    this.pending = { choice, at };
    const acts = html`<button type="button" class="btn small" data-do="why">${warning.better ? 'All moves' : 'Show why'}</button><button type="button" class="btn small" data-do="anyway">Play it anyway</button>`;
    this.special = { kind: 'warn', text: html`<b>The coach would think again.</b> ${withCards(warning.better ?? warning.text)}`, acts };
    this.settle();
    this.hand.point(choice.moves.length > 1 && at > 0 ? { ...choice, lift: ['held'] } : choice);
  }

  refuse(name) {
    const { at } = position(this.snap, this.table, { hand: this.hand });
    const reason = this.table.why?.(at, name);
    if (!reason) return;
    this.special = { kind: 'no', text: html`<b>Not allowed.</b> ${withCards(reason)}` };
    this.redraw();
    this.special = null;   // said once: the next thing done brings the usual line back
  }

  async act(what, value) {
    const say = (error) => { this.special = { kind: 'no', text: html`<b>Not now.</b> ${error.message}` }; this.redraw(); };
    try {
      if (what === 'undo') this.show(await post(`/api/tables/${this.id}/undo`, { number: this.snap.number }));
      else if (what === 'tutor') this.show(await patch(`/api/tables/${this.id}`, { tutor: value }));
      else if (what === 'again') go(`/table/${(await post(`/api/tables/${this.id}/rematch`)).id}`);
      else if (what === 'review') go(`/review/${this.id}`);
      else if (what === 'retry') await this.retry();
      else if (what === 'uncover') { this.covered = false; this.redraw(); this.main.querySelector('[data-thing]')?.focus(); }
      else if (what === 'anyway') await this.play(this.pending.choice, { from: this.pending.at, anyway: true });
      else if (what === 'why') { this.special = { ...this.special, acts: html`<button type="button" class="btn small" data-do="anyway">Play it anyway</button>` }; await this.coach.ask(2); }
      else if (what === 'copy') { await navigator.clipboard.writeText(this.invitation); this.copied = true; this.redraw(); }
    } catch (error) { if (error instanceof Unreachable) this.lost(); else if (error instanceof Refused) say(error); else throw error; }
  }

  click(event) {
    const does = event.target.closest('[data-do]'), coach = event.target.closest('[data-coach]'), point = event.target.closest('[data-point]');
    if (does) this.act(does.dataset.do);
    else if (coach) this.coach.ask(+coach.dataset.coach).then(() => { if (narrow()) this.main.querySelector('.coach')?.scrollIntoView({ block: 'nearest' }); });
    else if (point) { const choice = choiceOf(this.hand.choices, +point.dataset.point); if (choice) this.hand.point(choice); }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
    const key = event.key.toLowerCase();
    if (key === 'h' && this.hand.mine) this.coach.ask();
    else if (key === 'u' && this.snap.can_undo) this.act('undo');
    else if (key === 'r' && this.snap.over) go(`/review/${this.id}`);
    else if (key === 'd') go(`/drill/${this.snap.game}`);
  }

  // ---------------------------------------------------------------- drawing
  get invitation() { return this.snap.invite ? `${location.origin}/invite/${this.snap.invite}` : ''; }

  now(at) {
    if (this.offline) return { kind: 'off', text: html`<b>No connection.</b> Your game is saved up to move ${this.snap.number}. Trying again.`, acts: html`<button type="button" class="btn small" data-do="retry">Try now</button>` };
    if (this.special) return this.special;
    if (this.snap.trouble) return { kind: 'no', text: html`<b>The computer is stuck.</b> ${this.snap.trouble}` };
    const undo = this.snap.can_undo ? html`<button type="button" class="btn small" data-do="undo">Undo</button>` : '';
    if (this.snap.over) return { kind: 'over', text: html`<b>${resultOf(this.snap)}</b>`, acts: html`<button type="button" class="btn small" data-do="again">Play again</button><button type="button" class="btn small main" data-do="review">Review</button>` };
    if (at.seats[at.toMove]?.kind === 'open') return { kind: 'wait', text: html`<b>Waiting for the other player.</b> Send them the link; the seat is kept.`, acts: undo };
    const line = nowLine(at, this.table);
    if (!at.mine) return this.waited ? { kind: 'wait', text: html`<b>${capital(called(at, at.toMove))} is thinking.</b> You may look at your cards.`, acts: undo } : { ...line, acts: undo };
    return { ...line, acts: undo };
  }

  cover() {
    const name = called(this.snap, this.snap.seat);
    return html`<section class="felt cover" data-key="cover" aria-label="Cover"><h2>The screen goes to ${name}.</h2><p>Nobody else looks now.</p><button type="button" class="btn main" data-do="uncover" autofocus>${capital(name)}: show my cards</button></section>`;
  }

  side(at, choices) {
    const log = at.log.slice(this.coach.step === 2 ? -3 : -7);   // the coach needs the room
    const invite = this.invitation ? html`<section class="panel invite" aria-label="Invitation" data-key="invite"><header><h2>Invitation</h2><button type="button" class="btn small" data-do="copy">${this.copied ? 'Copied' : 'Copy link'}</button></header><div class="in"><p class="small quiet">Whoever opens this address first takes the other seat.</p><p class="link">${this.invitation}</p></div></section>` : '';
    return html`<aside class="side" aria-label="Coach and moves">${invite}${this.coach.draw(at, choices)}
      <section class="panel log only-desk" aria-label="Last moves"><div class="in"><h3>Last moves</h3><ol class="moves">${log.map((entry) => html`<li><span class="mark ${entry.seat === at.seat ? 'you' : 'them'}"></span><span>${told(at, entry)}</span></li>`)}</ol>
        <details id="keys"><summary>Keys <kbd>?</kbd></summary><dl class="keys"><div><dt>← →</dt><dd>in the hand</dd></div><div><dt>↑ or Space</dt><dd>lift</dd></div><div><dt>↓</dt><dd>to the places</dd></div><div><dt>Enter</dt><dd>play</dd></div><div><dt>Esc</dt><dd>put down</dd></div><div><dt>1–9</dt><dd>a card, die or slot</dd></div><div><dt>H</dt><dd>coach</dd></div><div><dt>U</dt><dd>undo</dd></div><div><dt>N R D</dt><dd>new game, review, drill</dd></div></dl></details></div></section></aside>`;
  }

  redraw() {
    if (this.closed || !this.table) return;
    const { at: bare } = position(this.snap, this.table, { hand: this.hand });
    const title = html`<h1 class="vh">${this.table.called}</h1>`;
    if (this.covered && !this.snap.over) { morph(this.main, html`${title}${this.cover()}`); Object.assign(this.main.dataset, { state: 'cover', number: this.snap.number }); this.main.querySelector('[autofocus]')?.focus(); return; }
    const felt = draw(this.snap, this.table, { live: !this.offline, hand: this.hand, now: this.now(bare) });
    this.hand.main = felt.main;
    const page = parsed(title);
    page.append(felt.nodes, parsed(this.side(felt.at, felt.choices)));
    travel(this.main, () => {
      for (const el of this.main.querySelectorAll('.dragging')) { el.style.translate = ''; el.classList.remove('dragging'); }
      morph(this.main, page);
    });
    this.main.dataset.number = this.snap.number;
    this.main.dataset.state = this.offline ? 'offline' : this.snap.over ? 'over' : this.hand.mine ? 'turn' : 'wait';
  }
}
