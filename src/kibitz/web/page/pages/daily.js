// The daily deal: the same for everyone, one try, the result without luck, a line to share.
import { get, post } from '../api.js';
import { go } from '../app.js';
import { games } from '../games.js';
import { html, morph } from '../html.js';
import { tableOf } from '../kit.js';
import { capital, count } from '../words.js';

export async function open(main, name) {
  const list = (await games()).filter((one) => one.drawn);
  const game = name ?? list[Math.floor(Date.now() / 86400000) % list.length].name;
  const [daily, ...tabs] = await Promise.all([get(`/api/daily/${game}`), ...list.map(async (one) => [one.name, await tableOf(one.name)])]);
  const table = tabs.find(([one]) => one === game)[1];
  const stop = new AbortController();
  let copied = false;
  main.className = 'sheet-page';
  const day = new Date(`${daily.day}T12:00:00`).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' });
  const WORDS = { 1: 'Won', 0.5: 'A draw', 0: 'Lost' }, against = daily.entries.every((entry) => entry.result in WORDS);
  const result = (x) => (against ? WORDS[x] : String(x));
  // The luck is counted after the game; until then there is a dash.
  const adjusted = (x) => (x === null ? '–' : against ? `${Math.round(100 * x)}%`.replace('-', '−') : x.toFixed(0).replace('-', '−'));
  function draw() {
    const state = daily.over
      ? html`<p>Done for today. The next deal comes tomorrow.</p><div class="acts"><a class="btn main" href="/review/${daily.table}">Review it</a></div>`
      : html`<p>Everyone gets the same deal today, against ${daily.opponent}. One try.</p><div class="acts"><button type="button" class="btn main" id="start">${daily.table ? 'Go on with it' : 'Play today’s deal'}</button></div>`;
    morph(main, html`<header><div><h1>Daily deal</h1><p class="quiet">${day}</p></div></header>
      <nav class="tabs" aria-label="Game">${tabs.map(([one, drawn]) => (one === game ? html`<a href="/daily/${one}" aria-current="page">${drawn.called}</a>` : html`<a href="/daily/${one}">${drawn.called}</a>`))}</nav>
      <section class="hero felt"><div class="hero-text"><h2>${table.called}</h2>${state}<p class="small">${daily.streak ? html`<b>${daily.streak} ${daily.streak === 1 ? 'day' : 'days in a row'}.</b> ` : ''}${daily.players ? `${count(daily.players)} ${daily.players === 1 ? 'person has' : 'people have'} played it so far.`.replace(/^./, (c) => c.toUpperCase()) : ''}</p></div><div class="hero-art ${table.tile.look}" aria-hidden="true">${table.tile.art}</div></section>
      ${daily.share ? html`<section class="panel"><div class="in"><div class="row"><h2>A line to share</h2><button type="button" class="btn small" id="copy">${copied ? 'Copied' : 'Copy'}</button></div><p class="share-line">${daily.share}</p></div></section>` : ''}
      ${daily.entries.length ? html`<section class="panel"><header><h2>Today</h2><span class="small quiet">Luck taken out</span></header><div class="scroll-x"><table class="data"><thead><tr><th>Player</th><th class="n">Result</th><th class="n">Without luck</th></tr></thead><tbody>${daily.entries.map((entry) => html`<tr><td>${entry.you ? html`<b>You</b>` : capital(entry.name || 'someone')}</td><td class="n num">${result(entry.result)}</td><td class="n num">${adjusted(entry.adjusted)}</td></tr>`)}</tbody></table></div></section>` : ''}`);
  }
  main.addEventListener('click', async (event) => {
    if (event.target.closest('#start')) await go(`/table/${daily.table ?? (await post(`/api/daily/${game}`)).id}`);
    else if (event.target.closest('#copy')) { await navigator.clipboard.writeText(daily.share); copied = true; draw(); }
  }, { signal: stop.signal });
  draw();
  return () => stop.abort();
}
