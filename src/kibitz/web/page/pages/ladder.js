// How strong the players are, by the games they played against each other.
import { get, Refused } from '../api.js';
import { games } from '../games.js';
import { html, morph, raw } from '../html.js';
import { tableOf } from '../kit.js';
import { LEVELS, signed } from '../words.js';

export async function open(main, name) {
  const list = await games();
  const game = name ?? (list.find((one) => one.name === 'cribbage') ?? list[0]).name;
  const tabs = await Promise.all(list.map(async (one) => [one.name, (await tableOf(one.name)).called]));
  const ladder = await get(`/api/ladder/${game}`).catch((error) => { if (error instanceof Refused && error.status === 404) return { rows: [] }; throw error; });
  const { rows } = ladder;   // the strongest first
  const ends = rows.filter((row) => row.rating !== null).flatMap((row) => [row.low ?? row.rating, row.high ?? row.rating]);
  const low = Math.min(...ends), span = Math.max(1, Math.max(...ends) - low);
  const x = (rating) => Math.round((6 + (rating - low) / span * 168) * 10) / 10;
  const bars = (row) => html`<span class="bars" role="img" aria-label="${LEVELS[row.level]}">${LEVELS.map((_, i) => html`<i class="${i <= row.level ? 'on' : ''}"></i>`)}</span>`;
  const rating = (row) => (row.rating === null ? html`<span class="quiet">${row.low === null ? 'never won' : 'never lost'}</span>` : html`${signed(row.rating, 0)}${row.low === null ? '' : html` <span class="quiet small">${signed(row.low, 0)} to ${signed(row.high, 0)}</span>`}`);
  const bar = (row) => (row.rating === null ? '' : `<svg class="interval" viewBox="0 0 180 16" aria-hidden="true"><path d="M0 8H180" stroke="var(--line)" stroke-width="2"/>${row.low === null ? '' : `<path d="M${x(row.low)} 8H${x(row.high)}" stroke="var(--accent)" stroke-width="5" stroke-linecap="round" opacity=".45"/>`}<circle cx="${x(row.rating)}" cy="8" r="5" fill="var(--accent)"/></svg>`);
  main.className = 'sheet-page';
  morph(main, html`<header><div><h1>Ladder</h1><p class="quiet">Who beats whom, measured in duplicate deals: the same cards, seats swapped.</p></div></header>
    <nav class="tabs" aria-label="Game">${tabs.map(([one, called]) => (one === game ? html`<a href="/ladder/${one}" aria-current="page">${called}</a>` : html`<a href="/ladder/${one}">${called}</a>`))}</nav>
    ${rows.length ? html`<section class="panel"><div class="scroll-x"><table class="data ratings"><thead><tr><th>Player</th><th>Style, and how it learned</th><th class="n">Rating</th><th><span class="vh">Interval</span></th><th class="n">Games</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr><td>${bars(row)}<b>${row.name}</b></td><td>${row.style} <span class="quiet">${row.learned}</span></td><td class="n num">${rating(row)}</td><td>${raw(bar(row))}</td><td class="n num">${row.games?.toLocaleString('en') ?? ''}</td></tr>`)}</tbody></table></div></section>
      <p class="note">0 is the mean of these players; a lead of 100 wins about 64 of 100 games, one of 400 ten of eleven. ${ladder.source ? html`Measured by <code>${ladder.source}</code>.` : ''}</p>` : html`<p class="plain-note">The players of this game have not been measured against each other yet.</p>
      <section class="panel"><div class="scroll-x"><table class="data"><thead><tr><th>Player</th><th>Style, and how it learned</th></tr></thead><tbody>${list.find((one) => one.name === game).opponents.map((one) => html`<tr><td><b>${one.name}</b></td><td>${one.style} <span class="quiet">${one.learned}</span></td></tr>`)}</tbody></table></div></section>`}`);
}
