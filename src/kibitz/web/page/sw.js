// Keeps the page itself, so that it opens without a connection. Games and advice always come from the server.
const KEPT = 'kibitz-page-1';
const FIRST = ['/', '/page/look.css', '/page/pages.css', '/page/app.js', '/page/icon.svg'];

self.addEventListener('install', (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))).then(() => self.clients.claim())));

/** The server's answer, kept for later; without a connection, what was kept. */
async function freshOrKept(request, key) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/page/') || url.pathname.startsWith('/games/')) event.respondWith(freshOrKept(request, url.pathname));
  else if (url.pathname === '/api/games') event.respondWith(freshOrKept(request, url.pathname));
  else if (request.mode === 'navigate' && !/^\/(api|docs|openapi|site)/.test(url.pathname)) event.respondWith(freshOrKept(request, '/'));
});
