// The drill: positions of your own games where something was lost, asked again until they are right.
import { get, post } from '../api.js';
import { draw, nowLine, position } from '../felt.js';
import { Hand } from '../hand.js';
import { html, morph, parsed } from '../html.js';
import { tableOf } from '../kit.js';
import { travel } from '../motion.js';
import { count, many, withCards } from '../words.js';

export async function open(main, game) {
  const page = new Drill(main, game);
  await page.load();
  return () => { page.stop.abort(); page.hand.stop.abort(); };
}

class Drill {
  answer = null;
  done = 0;
  stop = new AbortController();

  constructor(main, game) {
    this.main = main;
    this.game = game;
    this.hand = new Hand(main, { redraw: () => this.draw(), play: (choice) => this.play(choice), refuse: (name) => this.refuse(name) });
  }

  async load() {
    const { signal } = this.stop;
    this.main.addEventListener('click', (event) => { if (event.target.closest('[data-do="next"]')) this.next(); }, { signal });
    document.addEventListener('keydown', (event) => { if (event.key === 'Enter' && this.answer && !event.target.closest('button, a')) { event.preventDefault(); this.next(); } }, { signal });
    await this.next();
  }

  async next() {
    this.answer = null;
    this.special = null;
    this.shown = await get(`/api/drill${this.game ? `?game=${this.game}` : ''}`);
    if (this.shown.position) {
      this.table = await tableOf(this.shown.position.game);
      const { at, choices } = position(this.shown.position, this.table);
      this.hand.offer(choices, at.mine);
    } else this.hand.offer([], false);
    this.draw();
  }

  async play(choice) {
    if (this.answer) return;
    this.answer = await post(`/api/drill/${this.shown.id}`, { move: choice.moves[0] });
    this.done += 1;
    this.hand.mine = false;
    this.hand.choices = [];
    this.draw();
  }

  refuse(name) {
    const { at } = position(this.shown.position, this.table, { hand: this.hand });
    const reason = this.table.why?.(at, name);
    if (!reason) return;
    this.special = { kind: 'no', text: html`<b>Not allowed.</b> ${withCards(reason)}` };
    this.draw();
    this.special = null;
  }

  panel() {
    const { answer } = this;
    if (!answer) return html`<section class="panel" data-key="ask"><header><h2>Practise</h2><span class="chip">${this.shown.waiting} waiting</span></header><div class="in stack-v"><p>Here something was lost. What would you play now?</p><p class="note">Nothing is shown until you have chosen. A position comes back, later each time, until you get it right.</p></div></section>`;
    return html`<section class="panel" data-key="answer" aria-live="polite"><header><h2>${answer.right ? 'That is it' : 'Not the best'}</h2><span class="chip">${answer.streak ? `${answer.streak} right in a row` : `${many(this.done, 'position')} done`}</span></header><div class="in stack-v"><p>${withCards(answer.sentence)}</p>${answer.right ? '' : html`<p class="small quiet">Better: ${answer.best.map((move, i) => html`${i ? ' or ' : ''}<b>${withCards(move.name)}</b>`)}</p>`}<button type="button" class="btn main" data-do="next">Next <kbd class="only-desk">Enter</kbd></button></div></section>`;
  }

  draw() {
    if (!this.shown) return;
    if (!this.shown.position) {
      this.main.className = '';
      morph(this.main, html`<section class="lone"><h1>Practise</h1><p class="plain-note">${this.done ? `${many(this.done, 'position')} done. Nothing more waits today.`.replace(/^./, (c) => c.toUpperCase()) : 'Nothing waits here yet. Play a game and review it: the moves that cost you something are asked again.'}</p><p class="acts"><a class="btn main" href="/">Play</a><a class="btn" href="/quiz/cribbage">Counting quiz</a><a class="btn" href="/quiz/gin">Melding quiz</a></p></section>`);
      return;
    }
    this.main.className = 'drill';
    const { at } = position(this.shown.position, this.table, { hand: this.hand });
    const best = this.answer?.best[0];
    const now = this.special ?? (this.answer ? { kind: this.answer.right ? 'turn' : 'no', text: html`<b>${this.answer.right ? 'Right.' : 'There was something better.'}</b>` } : nowLine(at, this.table));
    const marks = best ? { best: position(this.shown.position, this.table).choices.find((choice) => choice.moves[0] === best.code)?.lift } : null;
    const felt = draw(this.shown.position, this.table, { live: !this.answer, hand: this.hand, now, marks, label: `Position ${count(this.done + 1)}` });
    this.hand.main = felt.main;
    const page = parsed(html`<h1 class="vh">Practise</h1>`);
    page.append(felt.nodes, parsed(html`<aside class="side" aria-label="Drill">${this.panel()}</aside>`));
    travel(this.main, () => morph(this.main, page));
    this.main.dataset.state = this.answer ? 'answered' : 'turn';
  }
}
