// Text into a page: a template tag that escapes, and `morph`, which changes only what differs, so that focus,
// transitions and half-typed text survive every redraw.
import * as art from './art.js';

class Html {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const written = (value) => {
  if (value === null || value === undefined || value === false || value === true) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(written).join('');
  return String(value).replace(/[&<>"']/g, (ch) => ESCAPES[ch]);
};

/** Markup that is safe as it is: our own drawings. */
export const raw = (text) => new Html(text);

/** html`<b>${name}</b>` escapes what is put in, unless it is itself made by `html`, or a list of such. */
export const html = (parts, ...values) => new Html(parts.reduce((out, part, i) => out + written(values[i - 1]) + part));

// ---------------------------------------------------------------- drawings
const drawn = new Map();
/** A drawing by its words: "card 7S", "back", "die 5", "rack 17 40" (the last number is the highest card). */
function drawing(words) {
  if (!drawn.has(words)) {
    const [what, ...rest] = words.split(' ');
    const draw = {
      card: () => art.card(rest[0]), back: art.back, die: () => art.die(+rest[0]), logo: art.logo, rackback: art.rackBack,
      rack: () => art.rackCard(+rest[0], { max: +rest[1] }), rackface: () => art.rackFace(+rest[0], { max: +rest[1] }),
    }[what];
    drawn.set(words, draw());
  }
  return drawn.get(words);
}

/** Draw what `data-art` asks for, here and below. */
function drawAll(node) {
  if (node.nodeType !== 1) return;
  for (const el of [...(node.dataset.art ? [node] : []), ...node.querySelectorAll('[data-art]')]) el.innerHTML = drawing(el.dataset.art);
}

// ---------------------------------------------------------------- morph
const keyOf = (node) => (node.nodeType === 1 ? node.dataset.fly ?? node.dataset.key ?? null : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** The nodes of some markup, not yet on the page. */
export function parsed(content) {
  const template = document.createElement('template');
  template.innerHTML = written(content);
  return template.content;
}

/** Make the children of `into` equal to `content`: markup, or nodes from `parsed`. */
export function morph(into, content) {
  patchChildren(into, content instanceof Node ? content : parsed(content));
}

function patchChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child) !== null) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = keyOf(next);
    let match = key !== null ? keyed.get(key) : null;
    if (!match && key === null) { match = at; while (match && keyOf(match) !== null) match = match.nextSibling; }
    if (match && alike(match, next)) {
      if (match !== at) old.insertBefore(match, at);
      patch(match, next);
      at = match.nextSibling;
    } else {
      old.insertBefore(next, at);
      drawAll(next);
    }
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

function patch(old, fresh) {
  if (old.nodeType !== 1) { if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue; return; }
  const art = old.dataset.art;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== 'style') old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === 'INPUT' && old !== document.activeElement) {
    old.checked = fresh.hasAttribute('checked');
    if (fresh.hasAttribute('value')) old.value = fresh.getAttribute('value');
  }
  if (fresh.dataset.art) { if (fresh.dataset.art !== art) old.innerHTML = drawing(fresh.dataset.art); } else patchChildren(old, fresh);
}
