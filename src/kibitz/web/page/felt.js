// The felt: what is common to all tables. A game draws its middle; seats, now line and buttons stand where they always stand.
import { isReady, mayLift } from './choices.js';
import { html, parsed } from './html.js';
import { called, kit, told } from './kit.js';
import { capital, withCards } from './words.js';

export const narrow = () => matchMedia('(max-width: 860px)').matches;

/**
 * A snapshot as a game's table.js reads it. `live` is false where the position is only looked at (review).
 * @param snapshot as the server sends it  @param table the game's table.js  @param hand what is lifted and aimed at
 */
export function position(snapshot, table, { live = true, hand = null, moves = snapshot.moves ?? [] } = {}) {
  const at = {
    ...snapshot, moves, toMove: snapshot.to_move ?? -1, narrow: narrow(),
    mine: live && !snapshot.over && snapshot.to_move === snapshot.seat && moves.length > 0,
    lifted: hand?.lifted.map((thing) => thing.name) ?? [], aim: hand?.aim ?? null,
    log: snapshot.log ?? [],
  };
  const choices = moves.length && !snapshot.over ? table.choices({ ...at, lit: () => false }) : [];
  const ready = choices.filter((choice) => isReady(choice, at.lifted));
  at.lit = (place) => at.mine && ready.some((choice) => choice.onto === place);
  return { at, choices, ready };
}

/** The buttons for what can be done now, the primary one last. */
function buttons(at, ready, table, { small, only }) {
  const open = ready.filter((choice) => !choice.hidden);
  const aimed = open.find((choice) => choice.onto && choice.onto === at.aim);
  const shown = open.filter((choice) => !choice.quiet || choice === aimed);
  const main = aimed ?? shown.find((choice) => choice.main) ?? shown.find((choice) => !choice.minor || only);
  const size = small ? 'small' : '';
  const rest = shown.filter((choice) => choice !== main).slice(0, 3);
  const say = (choice) => html`<span>${choice.say}</span>${choice === main || choice.key === ' ' || choice.key ? html` <kbd class="only-desk">${choice === main && choice.key !== ' ' ? 'Enter' : choice.key === ' ' ? 'Space' : choice.key.toUpperCase()}</kbd>` : ''}`;
  return {
    main: main ?? null,
    list: html`${rest.map((choice) => html`<button type="button" class="btn ${size}" data-play="${choice.moves.join(' ')}">${say(choice)}</button>`)}${main
      ? html`<button type="button" class="btn ${size} main" data-play="${main.moves.join(' ')}">${say(main)}</button>`
      : html`<button type="button" class="btn ${size} main" disabled>${table.prompt?.(at) ?? 'Your move'}</button>`}`,
  };
}

/** Draw the felt. `now` is { kind, text, acts }; the answer is its nodes and the choice that Enter plays. */
export function draw(snapshot, table, { live = true, hand = null, now, moves = undefined, label = 'Table', marks = null }) {
  const { at, choices, ready } = position(snapshot, table, { live, hand, moves });
  const drawn = table.draw(at);
  at.scores = drawn.scores; at.subs = drawn.subs;
  // What a game draws may hold seats, which want its scores: draw again now that they are known.
  const parts = table.plan === 'sides' ? table.draw(at) : drawn;
  const others = at.seats.map((_, p) => p).filter((p) => p !== at.seat);
  const chips = (drawn.chips ?? []).filter(Boolean);
  const inTray = String(parts.middle).includes('data-acts');
  const acts = at.mine ? buttons(at, ready, table, { small: table.plan === 'sides' && !inTray, only: choices.length === 1 }) : { main: null, list: '' };
  const line = html`<div class="now ${now.kind}"><p role="status"><span class="dot ${now.kind}"></span><span>${now.text}</span></p><div class="acts">${now.acts ?? ''}${table.plan === 'sides' && !inTray ? acts.list : ''}</div></div>`;
  const you = kit.seat(at, at.seat), act = html`<div class="row-end act">${acts.list}</div>`;
  const top = html`<div class="row-seat"><div class="others">${others.map((p) => kit.seat(at, p))}</div>${parts.theirs ?? html`<span></span>`}<div class="row-end">${chips.map((chip) => html`<span class="chip">${chip}</span>`)}</div></div>`;
  const body = {
    across: () => html`${top}${parts.middle}${line}<div class="row-you">${you}${parts.hand}${act}</div>`,
    wide: () => html`${top}${parts.middle}${line}${parts.hand}<div class="row-you">${you}${act}</div>`,
    sides: () => html`${parts.middle}${line}`,
  }[table.plan ?? 'wide']();
  const nodes = parsed(html`<section class="felt t-${snapshot.game} ${snapshot.seats.length > 2 ? 'many' : ''}" data-key="felt" aria-label="${label}">${body}</section>`);
  if (inTray) nodes.querySelector('[data-acts]').append(parsed(acts.list));
  decorate(nodes, at, choices, hand, marks);
  return { nodes, at, choices, ready, main: acts.main };
}

/** Say of every thing whether it is lifted and whether it may be. */
function decorate(nodes, at, choices, hand, marks) {
  const things = [...nodes.querySelectorAll('[data-thing]')];
  for (const up of hand?.lifted ?? []) {
    up.key ??= things.find((el) => el.dataset.thing === up.name && !hand.lifted.some((other) => other.key === el.dataset.fly))?.dataset.fly ?? null;
  }
  const up = new Set(hand?.lifted.map((thing) => thing.key));
  // A name may stand on several cards; a mark is on as many as were meant.
  const marked = (names) => { const left = [...names ?? []]; return (name) => { const at = left.indexOf(name); if (at >= 0) left.splice(at, 1); return at >= 0; }; };
  const isBest = marked(marks?.best), isPlayed = marked(marks?.played);
  const focused = things.find((el) => el.dataset.fly === hand?.focus) ?? things.find((el) => up.has(el.dataset.fly)) ?? things[0];
  for (const el of things) {
    const lifted = up.has(el.dataset.fly), name = el.dataset.thing;
    el.setAttribute('aria-pressed', String(lifted));
    const may = at.mine && (lifted || mayLift(choices, at.lifted, name) || mayLift(choices, [], name));
    if (!may) el.setAttribute('aria-disabled', 'true');
    el.tabIndex = el === focused ? 0 : -1;
    if (isBest(name)) el.classList.add('best');
    if (isPlayed(name)) el.classList.add('played');
  }
  for (const el of nodes.querySelectorAll('[data-place]')) {
    if (marks?.bestPlace === el.dataset.place) el.classList.add('best');
    if (marks?.playedPlace === el.dataset.place) el.classList.add('played');
    if (el.nodeName === 'BUTTON' && !at.lit(el.dataset.place)) { el.setAttribute('aria-disabled', 'true'); el.tabIndex = -1; }
  }
}

/** The last thing another player did, as a sentence. */
function lastMove(at) {
  const last = at.log[at.log.length - 1];
  return last && last.seat !== at.seat ? html`${told(at, last)}. ` : '';
}

/** What the now line says when nothing special is going on. */
export function nowLine(at, table) {
  if (at.mine) return { kind: 'turn', text: html`<b>Your turn.</b> <span class="only-desk">${lastMove(at)}</span>${table.now?.(at) ?? withCards(at.now)}` };
  return { kind: 'wait', text: html`<b>${capital(called(at, at.toMove))} is to move.</b> ${lastMove(at)}` };
}
