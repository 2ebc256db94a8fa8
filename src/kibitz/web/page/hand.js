// The hand: lifting, aiming, placing, by click, drag and keyboard. It knows nothing of any game, only its choices.
import { fits, followUp, isReady, isSingle, mayLift } from './choices.js';
import { glideBack } from './motion.js';

const FAR = 6;   // pixels before a press becomes a drag

export class Hand {
  lifted = [];      // { name, key }: key is the element's, null until it is drawn
  aim = null;       // the place that Enter would play on
  focus = null;     // the key of the thing the arrows are at
  choices = [];
  mine = false;
  main = null;      // the choice of the primary button

  /** In `root` the felt is drawn; `calls` are redraw(), play(choice) and refuse(name). */
  constructor(root, calls) {
    this.root = root;
    this.calls = calls;
    this.stop = new AbortController();
    const { signal } = this.stop;
    root.addEventListener('click', (event) => this.click(event), { signal });
    root.addEventListener('pointerdown', (event) => this.press(event), { signal });
    root.addEventListener('focusin', (event) => { this.focus = event.target.dataset?.fly ?? this.focus; }, { signal });
    document.addEventListener('keydown', (event) => this.key(event), { signal });
  }

  /** A new position: nothing is lifted but what every choice lifts. */
  offer(choices, mine) {
    this.choices = mine ? choices : [];
    this.mine = mine;
    this.lifted = [];
    this.aim = null;
    this.follow();
  }

  get names() { return this.lifted.map((thing) => thing.name); }
  get ready() { return this.choices.filter((choice) => isReady(choice, this.names)); }

  follow() { for (const name of followUp(this.choices, this.names)) this.lifted.push({ name, key: null }); }

  /** Lift a thing; what cannot go with it is put down, the longest lifted first. */
  lift(name, key) {
    const up = this.lifted.slice();
    while (up.length && !mayLift(this.choices, up.map((thing) => thing.name), name)) up.shift();
    if (!mayLift(this.choices, up.map((thing) => thing.name), name)) { this.calls.refuse(name); return; }
    this.lifted = [...up, { name, key }];
    this.aim = null;
    this.follow();
    this.calls.redraw();
  }

  /** Put one thing down, or all of them. */
  down(key = null) {
    const left = key === null ? [] : this.lifted.filter((thing) => thing.key !== key);
    this.lifted = left;
    this.aim = null;
    this.follow();
    if (key !== null && this.lifted.length > left.length) { this.lifted = []; this.follow(); }
    this.calls.redraw();
  }

  /** Lift what a choice needs, without playing it: the coach points. */
  point(choice) {
    this.lifted = (choice.lift ?? this.names).map((name) => ({ name, key: null }));
    this.aim = choice.onto ?? null;
    this.calls.redraw();
  }

  aimAt(place) { this.aim = place; this.calls.redraw(); }

  toggle(el) {
    const { thing: name, fly: key } = el.dataset;
    const isUp = this.lifted.some((up) => up.key === key);
    if (!isUp) { this.lift(name, key); return; }
    if (isSingle(this.choices) && this.main) this.calls.play(this.main); else this.down(key);
  }

  place(el) {
    const on = this.ready.filter((choice) => choice.onto === el.dataset.place);
    if (!on.length) return false;
    const choice = on[0];
    if (choice.careful && this.aim !== choice.onto) this.aimAt(choice.onto); else this.calls.play(choice);
    return true;
  }

  click(event) {
    if (this.dragged) { this.dragged = false; return; }
    const played = event.target.closest('[data-play]');
    if (played) { const choice = this.ready.find((c) => c.moves.join(' ') === played.dataset.play); if (choice) this.calls.play(choice); return; }
    if (!this.mine) return;
    const thing = event.target.closest('[data-thing]'), place = event.target.closest('[data-place]');
    if (thing && (this.lifted.some((up) => up.key === thing.dataset.fly) || thing.getAttribute('aria-disabled') !== 'true')) this.toggle(thing);
    else if (place && this.place(place)) return;
    else if (thing) this.calls.refuse(thing.dataset.thing);
    else if (this.lifted.length && event.target.closest('.felt') && !event.target.closest('button, a, .now')) this.down();
  }

  // ---------------------------------------------------------------- drag
  press(event) {
    const el = event.target.closest('[data-thing]');
    if (!el || event.button !== 0 || !this.mine || el.getAttribute('aria-disabled') === 'true') return;
    const from = [event.clientX, event.clientY], { thing: name, fly: key } = el.dataset;
    const stop = new AbortController();
    let moving = false;
    const ups = () => this.lifted.map((up) => this.root.querySelector(`[data-fly="${CSS.escape(up.key ?? '')}"][data-thing]`)).filter(Boolean);
    const under = (x, y) => document.elementsFromPoint(x, y).map((hit) => /** @type {HTMLElement} */ (hit.closest('[data-place]'))).find((place) => place && this.ready.some((choice) => choice.onto === place.dataset.place));
    const move = (moved) => {
      const x = moved.clientX - from[0], y = moved.clientY - from[1];
      if (!moving && Math.hypot(x, y) < FAR) return;
      if (!moving) {
        moving = true;
        if (!this.lifted.some((up) => up.key === key)) this.lift(name, key);
      }
      for (const up of ups()) { up.style.translate = `${x}px ${y}px`; up.classList.add('dragging'); }
      const target = under(moved.clientX, moved.clientY);
      for (const place of this.root.querySelectorAll('.over')) place.classList.toggle('over', place === target);
      target?.classList.add('over');
    };
    const drop = (ended) => {
      stop.abort();
      if (!moving) return;
      this.dragged = true;
      setTimeout(() => { this.dragged = false; }, 0);   // the click that follows a drag is not one
      const target = ended.type === 'pointerup' ? under(ended.clientX, ended.clientY) : null;
      const choice = target && this.ready.find((c) => c.onto === target.dataset.place);
      if (choice) { this.calls.play(choice); return; }
      for (const up of ups()) { up.style.translate = ''; up.classList.remove('dragging'); glideBack(up, ended.clientX - from[0], ended.clientY - from[1]); }
      for (const place of this.root.querySelectorAll('.over')) place.classList.remove('over');
    };
    const { signal } = stop;
    document.addEventListener('pointermove', move, { signal });
    document.addEventListener('pointerup', drop, { signal });
    document.addEventListener('pointercancel', drop, { signal });
  }

  // ---------------------------------------------------------------- keyboard
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
    const inFelt = this.root.contains(event.target), outside = !inFelt && event.target.closest('button, a, summary');
    const done = () => event.preventDefault();
    const things = [...this.root.querySelectorAll('[data-thing]')], on = event.target.closest('[data-thing]');
    const places = [...this.root.querySelectorAll('button[data-place]:not([aria-disabled])')], onPlace = event.target.closest('button[data-place]');
    const choice = this.ready.find((c) => c.key === event.key.toLowerCase() && !c.hidden);
    if (choice && !(outside && event.key === ' ')) { done(); this.calls.play(choice); return; }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (!things.length || outside) return;
      done();
      const now = things.findIndex((el) => el.dataset.fly === (on?.dataset.fly ?? this.focus));
      this.look(things[now < 0 ? 0 : Math.min(things.length - 1, Math.max(0, now + (event.key === 'ArrowRight' ? 1 : -1)))]);
    } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && onPlace)) {
      if (!places.length || outside) return;
      done();
      const now = places.indexOf(onPlace);
      const next = places[Math.min(places.length - 1, Math.max(0, now + (event.key === 'ArrowDown' ? 1 : -1)))];
      this.aimAt(next.dataset.place);
      this.look(this.root.querySelector(`button[data-place="${CSS.escape(next.dataset.place)}"]`));
    } else if ((event.key === 'ArrowUp' || event.key === ' ') && on) {
      done();
      if (this.mine) this.toggleQuietly(on);
    } else if (event.key === 'Enter' && !outside) {
      if (inFelt && event.target.closest('button:not([data-thing], [data-place])')) return;
      done();
      if (!this.mine) return;
      if (onPlace && this.place(onPlace)) return;
      if (this.main && (this.lifted.length || !on || on.getAttribute('aria-disabled') === 'true')) this.calls.play(this.main);
      else if (on) this.toggleQuietly(on);
    } else if (event.key === 'Escape' && this.lifted.length) {
      done();
      this.down();
    } else if (/^[0-9]$/.test(event.key) && this.mine && !outside) {
      const el = this.root.querySelector(`[data-digit="${event.key}"]`) ?? things[(+event.key || 10) - 1];
      if (!el) return;
      done();
      if (el.dataset.thing) { this.look(el); this.toggleQuietly(el); } else if (this.ready.some((c) => c.onto === el.dataset.place)) { this.aimAt(el.dataset.place); this.look(this.root.querySelector(`[data-digit="${event.key}"]`)); }
    }
  }

  /** Lift or put down, never play: what the keys do. */
  toggleQuietly(el) {
    const { thing: name, fly: key } = el.dataset;
    if (this.lifted.some((up) => up.key === key)) this.down(key);
    else if (this.choices.some((choice) => fits(choice, [name]))) this.lift(name, key);
    else this.calls.refuse(name);
  }

  look(el) { this.focus = el.dataset.fly ?? this.focus; el.focus({ preventScroll: false }); }
}
