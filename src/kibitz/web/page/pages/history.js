// Your games: the open ones, the finished ones, and how you stand against each opponent.
import { get, post, Refused } from '../api.js';
import { go } from '../app.js';
import { html, morph, raw } from '../html.js';
import { tableOf } from '../kit.js';
import { ago, capital, many } from '../words.js';

export async function open(main) {
  const history = await get('/api/history');
  const names = [...new Set([...history.unfinished, ...history.games, ...history.tallies].map((one) => one.game))];
  const called = Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await tableOf(name)).called])));
  const stop = new AbortController();
  let said = '';
  main.className = 'sheet-page';

  const against = (one) => (one.opponents.length ? `against ${one.opponents.join(', ')}` : 'alone');
  const result = (one) => {
    const scores = one.scores ?? [], own = scores[one.seat], others = scores.filter((_, seat) => seat !== one.seat);
    const points = scores.length && !scores.every((x) => Math.abs(x) <= 1) ? ` ${own}${others.length ? ` to ${others.join(', ')}` : ''}` : '';
    return html`<span class="cost ${one.won ? 'ok' : ''}">${one.won === null ? 'Played' : one.won ? 'Won' : 'Lost'}${points}</span>`;
  };
  const row = (one, over) => html`<tr><td><b>${called[one.game]}</b> <span class="quiet">${against(one)}</span>${one.daily ? html` <span class="chip">Daily deal</span>` : ''}</td><td>${over ? result(one) : (one.moves ? capital(many(one.moves, 'move')) : 'Just dealt')}</td><td class="n quiet">${ago(one.touched)}</td>
    <td class="n">${over ? html`<a class="btn small" href="/review/${one.id}">Review</a> <a class="btn small plain" href="/api/tables/${one.id}/record" download="${one.game}-${one.id}.txt">Save</a>` : html`<a class="btn small main" href="/table/${one.id}">Continue</a>`}</td></tr>`;
  const table = (title, list, over) => (list.length ? html`<section class="panel"><header><h2>${title}</h2></header><div class="scroll-x"><table class="data games-list"><thead class="vh"><tr><th>Game</th><th>${over ? 'Result' : 'Moves'}</th><th>When</th><th>Do</th></tr></thead><tbody>${list.map((one) => row(one, over))}</tbody></table></div></section>` : '');
  const tally = (one) => html`<div class="panel"><span class="small quiet">${called[one.game]} against ${one.opponent}</span><span class="big num">${Math.round(100 * one.rate)}%</span>${raw(interval(one.low, one.high, one.rate))}<span class="small quiet num">${one.won} won, ${one.lost} lost${one.drawn ? `, ${one.drawn} drawn` : ''}</span></div>`;

  function draw() {
    morph(main, html`<header><h1>Your games</h1><div class="acts"><label class="btn">Open a record<input class="vh" type="file" id="record" accept=".txt,text/plain"></label></div></header>
      ${said ? html`<p role="status" class="cost bad">${said}</p>` : ''}
      ${history.unfinished.length + history.games.length === 0 ? html`<p class="plain-note">No game yet. <a class="text-link" href="/">Deal one.</a></p>` : ''}
      ${table('Open games', history.unfinished, false)}
      ${history.tallies.length ? html`<section class="tally" aria-label="How you stand">${history.tallies.map(tally)}</section>` : ''}
      ${table('Finished', history.games, true)}`);
  }
  main.addEventListener('change', async (event) => {
    const file = event.target.files?.[0];
    if (!file) return;
    try {
      const loaded = await post('/api/records', { text: await file.text() });
      await go(loaded.over ? `/review/${loaded.id}` : `/table/${loaded.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said = error.message;
      draw();
    }
  }, { signal: stop.signal });
  draw();
  return () => stop.abort();
}

/** A share with its 95% interval, as a small drawing. */
export function interval(low, high, at) {
  const x = (p) => Math.round(p * 1800) / 10;
  return `<svg class="interval" viewBox="0 0 180 16" aria-hidden="true"><path d="M0 8H180" stroke="var(--line)" stroke-width="2"/><path d="M90 2V14" stroke="var(--line-2)"/><path d="M${x(low)} 8H${x(high)}" stroke="var(--accent)" stroke-width="5" stroke-linecap="round" opacity=".45"/><circle cx="${x(at)}" cy="8" r="5" fill="var(--accent)"/></svg>`;
}
