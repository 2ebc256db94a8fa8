// The page: header, addresses, and which module shows what.
import { Refused, Unreachable } from './api.js';
import { html, morph } from './html.js';
import { apply, isDark, set, settings } from './settings.js';

/** @type {[RegExp, string, string, string?][]} address, module, title, what to say while it loads */
const ROUTES = [
  [/^\/$/, 'home', 'Play'],
  [/^\/table\/([\w-]+)$/, 'table', 'Table'],
  [/^\/invite\/([\w-]+)$/, 'invite', 'Invitation'],
  [/^\/review(?:\/([\w-]+))?$/, 'review', 'Review', 'The coach is looking at every move of the game. That takes a few seconds.'],
  [/^\/daily(?:\/(\w+))?$/, 'daily', 'Daily deal'],
  [/^\/history$/, 'history', 'Your games'],
  [/^\/drill(?:\/(\w+))?$/, 'drill', 'Drill'],
  [/^\/quiz\/(\w+)$/, 'quiz', 'Quiz'],
  [/^\/ladder(?:\/(\w+))?$/, 'ladder', 'Ladder'],
  [/^\/rules(?:\/(\w+))?$/, 'rules', 'Rules'],
  [/^\/settings$/, 'menu', 'Settings'],
];
const NAV = [['/', 'Play'], ['/review', 'Review'], ['/daily', 'Daily deal'], ['/history', 'Your games'], ['/drill', 'Practise'], ['/ladder', 'Ladder']];

const top = document.getElementById('top');
const main = document.getElementById('main');
let close = null;
let opening = 0;

const icon = (path) => html`<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
const ICONS = {
  sound: () => icon(settings.sound === 'on' ? html`<path d="M4 9.5h3.500L12 5.5v13L7.5 14.5H4ZM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>` : html`<path d="M4 9.5h3.500L12 5.5v13L7.5 14.5H4ZM16 9.5l5 5M21 9.5l-5 5"/>`),
  theme: () => icon(html`<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor"/>`),
  menu: () => icon(html`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`),
};

/** The header; `chip` says what is on the table. */
export function header(chip = '') {
  const path = location.pathname, section = `/${path.split('/')[1]}`;
  const here = section === '/table' || section === '/invite' ? '/' : section;
  morph(top, html`
    <a class="brand" href="/"><span data-art="logo"></span>Kibitz</a>
    <nav aria-label="Main">${NAV.map(([to, name]) => (to === here ? html`<a href="${to}" aria-current="page">${name}</a>` : html`<a href="${to}">${name}</a>`))}</nav>
    <div class="end">${chip ? html`<span class="chip only-desk">${chip}</span>` : ''}
      <button type="button" class="icon only-desk" id="sound" aria-label="${settings.sound === 'on' ? 'Sound is on' : 'Sound is off'}" aria-pressed="${String(settings.sound === 'on')}">${ICONS.sound()}</button>
      <button type="button" class="icon" id="theme" aria-label="Light or dark">${ICONS.theme()}</button>
      <a class="icon" href="/settings" aria-label="Menu and settings">${ICONS.menu()}</a></div>`);
  top.dataset.chip = chip;
}

top.addEventListener('click', (event) => {
  if (event.target.closest('#sound')) set('sound', settings.sound === 'on' ? 'off' : 'on');
  else if (event.target.closest('#theme')) set('theme', isDark() ? 'light' : 'dark');
  else return;
  header(top.dataset.chip);
});

/** Go to an address of the page. */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  return show();
}

/** One plain sentence, and a way on. */
export const sentence = (text, link = null) => html`<section class="lone"><p class="plain-note">${text}</p>${link ? html`<p><a class="btn" href="${link[0]}">${link[1]}</a></p>` : ''}</section>`;

async function show() {
  const mine = ++opening;
  close?.();
  close = null;
  const path = location.pathname;
  const [pattern, name, title, waiting = 'Loading.'] = ROUTES.find(([route]) => route.test(path)) ?? [];
  header();
  document.title = title ? `${title} – Kibitz` : 'Kibitz';
  document.body.className = `p-${name ?? 'none'}`;
  if (!name) { morph(main, sentence('There is no page at this address.', ['/', 'To the tables'])); return; }
  main.className = '';
  const slow = setTimeout(() => morph(main, sentence(waiting)), 400);
  try {
    const page = await import(`./pages/${name}.js`);
    const ended = await page.open(main, pattern.exec(path)[1] ?? null, () => clearTimeout(slow));
    if (mine === opening) close = ended ?? null; else ended?.();
  } catch (error) {
    if (mine !== opening) return;
    main.className = '';
    if (error instanceof Refused) morph(main, sentence(error.message, ['/', 'To the tables']));
    else if (error instanceof Unreachable || !navigator.onLine) { morph(main, html`<section class="lone"><p class="plain-note">No connection. The page is here, the server is not.</p><p><button type="button" class="btn" id="again">Try now</button></p></section>`); document.getElementById('again').onclick = show; }
    else { morph(main, sentence('Something went wrong on this page.', ['/', 'To the tables'])); throw error; }
  } finally { clearTimeout(slow); }
}

document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest('a[href^="/"]'));
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute('download') || link.target || link.pathname.startsWith('/api/') || link.pathname.startsWith('/docs') || link.pathname.startsWith('/site/')) return;
  event.preventDefault();
  go(link.pathname + link.search).then(() => { scrollTo(0, 0); main.focus({ preventScroll: true }); });
});
addEventListener('popstate', show);

// Keys that work everywhere; the table's own are in hand.js and pages/table.js.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.closest('input, select, textarea')) return;
  if (event.key === 'n') go('/');
  else if (event.key === '?') { const keys = /** @type {HTMLDetailsElement | null} */ (document.getElementById('keys')); if (keys) keys.open = !keys.open; else go('/settings'); }
});

apply();
if ('serviceWorker' in navigator && isSecureContext) navigator.serviceWorker.register('/sw.js').catch(() => { /* the page works without it, only not offline */ });
show();
