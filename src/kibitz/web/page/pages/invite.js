// Someone was invited: take the seat, then play.
import { post } from '../api.js';
import { go } from '../app.js';
import { html, morph } from '../html.js';

export async function open(main, token) {
  morph(main, html`<section class="lone"><h1>You are invited to a table</h1><p class="plain-note">The link works once. Take the seat when you are ready.</p><button type="button" class="btn main" id="join" autofocus>Take the seat</button></section>`);
  const stop = new AbortController();
  main.querySelector('#join').addEventListener('click', async () => {
    const joined = await post(`/api/invites/${token}`).catch((error) => error);
    if (joined instanceof Error) { morph(main, html`<section class="lone"><p class="plain-note">${joined.message}</p><p><a class="btn" href="/">To the tables</a></p></section>`); return; }
    await go(`/table/${joined.id}`, { replace: true });
  }, { signal: stop.signal });
  return () => stop.abort();
}
