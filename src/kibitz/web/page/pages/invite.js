// Someone was invited: what to, by whom; take the seat, then play.
import { get, post, Refused } from '../api.js';
import { go } from '../app.js';
import { html, morph } from '../html.js';
import { tableOf } from '../kit.js';

const gone = (main, error) => { if (!(error instanceof Refused)) throw error; morph(main, html`<section class="lone"><h1>This seat is taken</h1><p class="plain-note">${error.message}</p><p><a class="btn" href="/">To the tables</a></p></section>`); };

export async function open(main, token) {
  const invitation = await get(`/api/invites/${token}`).catch((error) => gone(main, error));
  if (!invitation) return null;
  const table = await tableOf(invitation.game);
  main.className = 'sheet-page';
  morph(main, html`<section class="hero felt"><div class="hero-text"><span class="chip">Invitation</span><h1>${invitation.host || 'A friend'} invites you to ${table.called}</h1><p>The link works once. Take the seat when you are ready.</p><div class="acts"><button type="button" class="btn main" id="join" autofocus>Take the seat</button><a class="btn" href="/rules/${invitation.game}">The rules</a></div></div>
    <div class="hero-art ${table.tile?.look ?? ''}" aria-hidden="true">${table.tile?.art ?? ''}</div></section>`);
  const stop = new AbortController();
  main.querySelector('#join').addEventListener('click', async () => {
    const joined = await post(`/api/invites/${token}`).catch((error) => gone(main, error));
    if (joined) await go(`/table/${joined.id}`, { replace: true });
  }, { signal: stop.signal });
  return () => stop.abort();
}
