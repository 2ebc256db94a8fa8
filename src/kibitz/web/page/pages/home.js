// Home: go on with your game, the daily deal, a new game.
import { get, patch, post, Refused } from '../api.js';
import { go } from '../app.js';
import { warns } from '../coach.js';
import { games } from '../games.js';
import { html, morph } from '../html.js';
import { kit, tableOf } from '../kit.js';
import { ago, capital, count, LEVELS, many, signed } from '../words.js';

const ORDER = ['cribbage', 'gin', 'racko', 'yacht', 'zsy'];
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

export async function open(main) {
  const page = new Home(main);
  await page.load();
  return () => page.stop.abort();
}

/**
 * A few opponents, from weak to strong. Where their strength was measured, one for each level;
 * else the strongest stands first and nothing is said about the others.
 */
export function spread(opponents) {
  const steps = opponents.filter((one) => one.step).sort((a, b) => a.level - b.level);
  return steps.length > 2 ? { measured: true, few: steps } : { measured: false, few: opponents.slice(0, 5) };
}

class Home {
  chosen = {};        // what was picked: game, opponent, seats, tutor, and options by game
  all = false;
  stop = new AbortController();

  constructor(main) { this.main = main; }

  async load() {
    const [list, history, me] = await Promise.all([games(), get('/api/history'), get('/api/me')]);
    const known = (name) => (ORDER.indexOf(name) + 1 || 99);
    this.games = [...list].sort((a, b) => known(a.name) - known(b.name) || a.name.localeCompare(b.name));
    this.history = history;
    this.me = me;
    this.tables = Object.fromEntries(await Promise.all(this.games.map(async (one) => [one.name, await tableOf(one.name)])));
    const today = this.games.filter((one) => ORDER.includes(one.name));
    const turn = Math.floor(Date.now() / 86400000) % (today.length || 1);
    this.daily = today.length ? await get(`/api/daily/${today[turn].name}`).catch((error) => { if (error instanceof Refused) return null; throw error; }) : null;
    this.pick((history.unfinished[0] ?? history.games[0])?.game ?? this.games[0].name);
    this.main.className = 'home';
    const { signal } = this.stop;
    this.main.addEventListener('change', (event) => this.change(event), { signal });
    this.main.addEventListener('click', (event) => this.click(event), { signal });
    document.addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.target === document.body && this.resume) go(`/table/${this.resume.id}`); }, { signal });
    this.draw();
  }

  get game() { return this.games.find((one) => one.name === this.chosen.game); }
  get resume() { return this.history.unfinished[0]; }

  pick(name) {
    this.chosen.game = name;
    const opponent = this.game.opponents.find((one) => one.champion) ?? this.game.opponents[0];
    this.chosen.opponent = opponent?.spec ?? 'person';
    this.chosen.seats = this.game.seats;
    this.chosen.options = {};
  }

  change(event) {
    const { name, value, type, checked } = event.target;
    if (name === 'game') this.pick(value);
    else if (name === 'opponent') this.chosen.opponent = value;
    else if (name === 'tutor') this.chosen.tutor = value;
    else if (name === 'seats') this.chosen.seats = +value;
    else if (name.startsWith('option.')) this.chosen.options[name.slice(7)] = type === 'checkbox' ? checked : type === 'number' ? +value : value;
    this.draw();
  }

  async click(event) {
    const does = event.target.closest('[data-do]')?.dataset.do;
    if (does === 'deal') await this.deal();
    else if (does === 'all') { this.all = !this.all; this.draw(); }
    else if (does === 'consent' || does === 'no-consent') { this.me = await patch('/api/me', { consent: does === 'consent' }); this.draw(); }
  }

  async deal() {
    const { game, opponent, seats, tutor = 'off', options } = this.chosen;
    const others = Array.from({ length: seats - 1 }, (_, i) => (i === 0 || opponent === 'here' || !['person'].includes(opponent) ? opponent : this.game.opponents[0].spec));
    const players = this.game.options.some((option) => option.name === 'players') ? { players: seats } : {};
    try {
      const table = await post('/api/tables', { game, options: { ...options, ...players }, seats: ['you', ...others], tutor });
      await go(`/table/${table.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = error.message;
      this.draw();
    }
  }

  // ---------------------------------------------------------------- drawing
  hero() {
    const open = this.resume;
    if (!open) {
      return html`<section class="hero felt ${this.daily ? '' : 'alone'}" aria-label="Welcome"><div class="hero-text"><h1>A table, and someone to look over your shoulder</h1><p>Five games with chance and hidden cards, opponents of every strength, and a coach that speaks only when asked.</p></div>
        <div class="hero-art" aria-hidden="true">${['7S', '8C', 'KD'].map((code) => kit.card(code))}</div></section>`;
    }
    const others = this.history.unfinished.length, against = open.opponents.join(', ');
    return html`<section class="hero felt ${this.daily ? '' : 'alone'}" aria-label="Go on"><div class="hero-text">${open.your_turn === false ? html`<span class="chip quiet-chip">Their turn</span>` : html`<span class="chip">Your turn</span>`}<h1>${this.tables[open.game].called}${against ? ` against ${against}` : ''}</h1><p>${open.moves ? `${capital(many(open.moves, 'move'))} played.` : 'Just dealt.'} Left ${ago(open.touched)}.</p>
        <div class="acts"><a class="btn main" href="/table/${open.id}">Continue <kbd class="only-desk">Enter</kbd></a>${others > 1 ? html`<a class="btn" href="/history">All open games, ${others}</a>` : ''}</div></div>
      <div class="hero-art ${this.tables[open.game].tile?.look ?? ''}" aria-hidden="true">${this.tables[open.game].tile?.art ?? ''}</div></section>`;
  }

  week() {
    const today = (new Date().getDay() + 6) % 7, { streak, over } = this.daily, last = over ? today : today - 1;
    return DAYS.map((day, i) => html`<li class="${i <= last && i > last - streak ? 'on' : ''} ${i === today ? 'now-day' : ''}"><i></i>${day}</li>`);
  }

  dailyPanel() {
    if (!this.daily) return '';
    const { streak, over, table, game } = this.daily;
    return html`<section class="panel daily" aria-label="Daily deal"><div class="in"><div class="row"><h2>Daily deal</h2><span class="chip">${this.tables[game].called}</span></div>
      <p class="quiet">Everyone gets the same deal today. One try; the review opens when you finish.</p>
      <ol class="streak" aria-label="Streak: ${count(streak)} ${streak === 1 ? 'day' : 'days'}">${this.week()}</ol>
      <div class="row foot"><a class="btn" href="/daily/${game}">${over ? 'See today’s result' : table ? 'Go on with today’s deal' : 'Play today’s deal'}</a><span class="small quiet">${streak ? `${streak} ${streak === 1 ? 'day' : 'days in a row'}` : ''}</span></div></div></section>`;
  }

  tiles() {
    return html`<section class="pick" aria-labelledby="pick"><h2 id="pick">New game</h2><div class="tiles">${this.games.map((one) => {
      const table = this.tables[one.name];
      return html`<label class="tile-game"><input type="radio" name="game" value="${one.name}"${one.name === this.chosen.game ? html` checked` : ''}><span class="art ${table.tile?.look ?? ''}">${table.tile?.art ?? ''}</span><span class="name"><b>${table.called}</b><span class="small quiet">${table.line ?? ''}</span></span></label>`;
    })}</div></section>`;
  }

  /** How one fares against an opponent so far. */
  record(spec) {
    const tally = this.history.tallies.find((one) => one.game === this.chosen.game && one.spec === spec);
    return tally ? `You win ${Math.round(100 * tally.rate)}%` : 'Not met yet';
  }

  level(value, { bars = null, title, about, learned = '', note }) {
    return html`<label class="level"><input type="radio" name="opponent" value="${value}"${value === this.chosen.opponent ? html` checked` : ''}>${bars === null ? '' : html`<span class="bars" aria-hidden="true">${[0, 1, 2, 3, 4].map((i) => html`<i class="${i <= bars ? 'on' : ''}"></i>`)}</span>`}<b>${title}</b><span class="small about">${about}</span>${learned ? html`<span class="small quiet learned">${learned}</span>` : ''}<span class="small you-win">${note}</span></label>`;
  }

  foes() {
    const { game } = this, { measured, few } = spread(game.opponents), list = this.all ? game.opponents : few;
    const title = (one) => html`${one.name}${one.level === null ? '' : html` <span class="strength">${LEVELS[one.level]}</span>`}`;
    const rated = (one) => (one.rating === null ? (one.champion && !measured ? 'the strongest here' : '') : html`<span title="Rating on the ladder">${signed(one.rating, 0)}</span>`);
    const note = (one) => html`${this.record(one.spec)}${rated(one) ? html` · ${rated(one)}` : ''}`;
    const people = game.most_seats > 1 && this.chosen.seats > 1;
    return html`<section class="panel foes" aria-labelledby="foes"><div class="in">
      <div class="row"><h2 id="foes">Opponent</h2>${game.opponents.length > few.length ? html`<button type="button" class="btn small plain" data-do="all">${this.all ? 'Fewer' : `All ${game.opponents.length}`}</button>` : ''}</div>
      ${this.chosen.seats > 1 ? html`<div class="levels">${list.map((one) => this.level(one.spec, { bars: one.level, title: title(one), about: one.style, learned: one.learned, note: note(one) }))}
        ${people ? [this.level('person', { title: 'A friend, by link', about: 'You get an address to send; it works once.', note: '' }), this.level('here', { title: 'Two at this screen', about: 'The cards are covered between turns.', note: '' })] : ''}</div>` : html`<p class="quiet">You play alone, for points.</p>`}
      ${this.variants()}
      ${this.refused ? html`<p class="cost bad" role="alert">${this.refused}</p>` : ''}
      <div class="row foot">${warns(this.chosen.tutor ?? 'off')}
        <button type="button" class="btn main" data-do="deal">${this.dealText()}</button></div></div></section>`;
  }

  dealText() {
    const name = this.tables[this.chosen.game].called, to = this.chosen.opponent;
    if (this.chosen.seats === 1) return `Play ${name} alone`;
    if (to === 'person') return `Deal ${name} with a friend`;
    if (to === 'here') return `Deal ${name} for ${count(this.chosen.seats)}`;
    return `Deal ${name} against ${this.game.opponents.find((one) => one.spec === to).name}`;
  }

  variants() {
    const { game, chosen } = this, fields = game.options.filter((option) => option.name !== 'players');
    const changed = Object.keys(chosen.options).length;
    const seats = game.most_seats > game.least_seats ? html`<div class="field"><span class="row"><label for="seats">Players</label><select id="seats" name="seats">${Array.from({ length: game.most_seats - game.least_seats + 1 }, (_, i) => game.least_seats + i).map((n) => html`<option value="${n}"${n === chosen.seats ? html` selected` : ''}>${n}</option>`)}</select></span></div>` : '';
    if (!fields.length && !seats) return '';
    return html`<details class="variants" data-key="variants"><summary>Variants${changed ? `, ${changed} changed` : ''}</summary><div class="grid">${seats}${fields.map((option) => this.field(option))}</div></details>`;
  }

  field(option) {
    const value = this.chosen.options[option.name] ?? option.default, name = `option.${option.name}`, id = `o-${option.name}`;
    const title = capital((option.help || option.name).replaceAll('_', ' '));
    if (option.kind === 'flag') return html`<label class="check"><input type="checkbox" name="${name}"${value ? html` checked` : ''}><span>${title}</span></label>`;
    const input = option.kind === 'choice'
      ? html`<select id="${id}" name="${name}">${option.choices.map((choice) => html`<option value="${choice}"${choice === value ? html` selected` : ''}>${capital(choice)}</option>`)}</select>`
      : html`<input id="${id}" type="number" name="${name}" value="${value}" min="${option.low}" max="${option.high}">`;
    return html`<div class="field"><span class="row"><label for="${id}">${title}</label>${input}</span></div>`;
  }

  consent() {
    if (!this.me.known || this.me.consent !== null || !this.history.games.length) return '';
    return html`<section class="panel pick"><div class="in row"><p class="small">May your games be used, without your name, to study how people play?</p><div class="acts"><button type="button" class="btn small" data-do="consent">Yes</button><button type="button" class="btn small" data-do="no-consent">No</button></div></div></section>`;
  }

  draw() { morph(this.main, html`<h1 class="vh">Kibitz</h1>${this.hero()}${this.dailyPanel()}${this.tiles()}${this.foes()}${this.consent()}`); }
}
