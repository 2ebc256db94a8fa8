// What a game's table.js is given to draw with, and how its file is found.
import * as art from './art.js';
import { game as installed, shortTitle } from './games.js';
import { html, raw } from './html.js';
import * as words from './words.js';
import generic from './generic.js';

/** A card lying on the table. With a `key` it travels from where it lay before; else from the spot `from`. */
const card = (code, { key = null, from = null } = {}) => (key === null
  ? html`<span class="card" data-art="card ${code}"></span>`
  : html`<span class="card" data-fly="${key}" data-from="${from ?? ''}" data-art="card ${code}"></span>`);

/** A card face down. */
const back = () => html`<span class="card" data-art="back"></span>`;

/**
 * Something a hand can lift. `name` is what choices call it, `key` tells two of one name apart, `label` is read aloud,
 * `art` is its drawing or `inner` its content, `digit` the number key that lifts it.
 */
function thing({ name, key = name, label, art: drawing = null, cls = 'card', digit = null, from = null, inner = null }) {
  const digits = digit === null ? '' : html` data-digit="${digit}"`;
  const drawn = drawing ? html` data-art="${drawing}"` : '';
  return html`<button type="button" class="${cls}" data-thing="${name}" data-fly="${key}" data-from="${from ?? ''}" aria-label="${label}" data-label="${label}"${digits}${drawn}>${inner ?? ''}</button>`;
}

/** A player's name; at a shared screen, where everyone is "you", by number. */
export const called = (at, p) => (at.shared_screen && at.seats[p].you ? (at.seats[p].name === 'You' ? `player ${p + 1}` : at.seats[p].name) : at.seats[p].name);

/** Who sits there: mark, name, strength, score. */
function seat(at, p, { turned = false } = {}) {
  const who = at.seats[p], mine = p === at.seat, score = at.scores?.[p];
  const name = html`<div class="who"><span class="mark ${mine ? 'you' : 'them'}"></span><div class="names"><b>${mine && !at.shared_screen ? 'You' : words.capital(called(at, p))}</b> <span class="sub">${at.subs?.[p] || (mine ? '' : who.level ?? '')}</span></div></div>`;
  const points = score === null || score === undefined ? '' : html`<span class="score">${score}</span>`;
  return html`<div class="seat ${turned ? 'turned' : ''} ${at.toMove === p && !at.over ? 'on' : ''}">${turned ? [points, name] : [name, points]}</div>`;
}

/** A line of the log as one sentence, with the mover's name and with cards drawn. */
export function told(at, entry) {
  const text = entry.text.split('\n')[0].replaceAll('{who}', called(at, entry.seat));
  return words.withCards(words.capital(text));
}

export const kit = { ...art, ...words, html, raw, card, back, thing, seat, called, told };

const found = new Map();
/** The drawn table of a game, or the one made from its words where it has none. */
export async function tableOf(game) {
  if (!found.has(game)) {
    const about = await installed(game);
    const make = about?.drawn ? (await import(`/games/${game}/table.js`)).default : generic;
    const table = { called: shortTitle(about?.title ?? game), ...make(kit) };
    if (table.style) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(table.style);
      document.adoptedStyleSheets.push(sheet);
    }
    found.set(game, table);
  }
  return found.get(game);
}
