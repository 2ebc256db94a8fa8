// Menu and settings: where everything is, what this screen looks like, who you are.
import { get, patch } from '../api.js';
import { header } from '../app.js';
import { html, morph } from '../html.js';
import { CHOICES, set, settings } from '../settings.js';

const LINKS = [['/', 'Play'], ['/daily', 'Daily deal'], ['/history', 'Your games'], ['/review', 'Review'], ['/drill', 'Practise'], ['/quiz/cribbage', 'Counting quiz'], ['/quiz/gin', 'Melding quiz'], ['/ladder', 'Ladder'], ['/rules', 'Rules']];
const ABOUT = ['/site/', 'Results and docs'];
const KEYS = [['← →', 'in the hand; in a review, the moves'], ['↑ or Space', 'lift; in Yacht, Space rolls'], ['↓', 'to the slots and boxes'], ['Enter', 'play'], ['Esc', 'put down'], ['1–9', 'a card, die or slot'], ['H', 'coach'], ['U', 'undo'], ['N', 'new game'], ['R', 'review'], ['D', 'drill'], ['K', 'knock'], ['P', 'pass'], ['?', 'this page']];

export async function open(main) {
  let [me, { site }] = await Promise.all([get('/api/me'), get('/api/health')]);
  const links = [...LINKS, ...(site ? [ABOUT] : []), ['/docs', 'API']];
  const stop = new AbortController();
  main.className = 'sheet-page';
  const choice = ([name, [title, values]]) => html`<fieldset><legend>${title}</legend><div class="segments">${Object.entries(values).map(([value, text]) => html`<label><input type="radio" name="${name}" value="${value}"${settings[name] === value ? html` checked` : ''}>${text}</label>`)}</div></fieldset>`;
  function draw() {
    morph(main, html`<header><h1>Menu and settings</h1></header>
      <nav class="menu-links" aria-label="All pages">${links.map(([to, name]) => html`<a href="${to}">${name}</a>`)}</nav>
      <section class="panel set-list" aria-label="This screen">${Object.entries(CHOICES).map(choice)}</section>
      <section class="panel set-list" aria-label="You"><fieldset><legend>Your name at the table</legend><input class="text-input" type="text" name="name" maxlength="40" value="${me.name}" placeholder="You" aria-label="Your name at the table" autocomplete="nickname"></fieldset>
        <fieldset><legend>My games may be used, without my name, to study how people play</legend><div class="segments">${[['yes', 'Yes', true], ['no', 'No', false]].map(([value, text, is]) => html`<label><input type="radio" name="consent" value="${value}"${me.consent === is ? html` checked` : ''}>${text}</label>`)}</div></fieldset></section>
      <section class="panel" aria-label="Keys"><div class="in"><h2>Keys</h2><dl class="keys">${KEYS.map(([key, does]) => html`<div><dt>${key}</dt><dd>${does}</dd></div>`)}</dl></div></section>`);
  }
  main.addEventListener('change', async (event) => {
    const { name, value } = event.target;
    if (name === 'name') me = await patch('/api/me', { name: value });
    else if (name === 'consent') me = await patch('/api/me', { consent: value === 'yes' });
    else { set(name, value); header(); }
    draw();
  }, { signal: stop.signal });
  draw();
  return () => stop.abort();
}
