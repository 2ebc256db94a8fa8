// The rules of a game, as its rule book says them, and its variants.
import { get } from '../api.js';
import { games } from '../games.js';
import { html, morph } from '../html.js';
import { tableOf } from '../kit.js';
import { capital } from '../words.js';

const inline = (text) => text.split(/(`+[^`]+`+|\*\*[^*]+\*\*)/).map((part, i) => (i % 2 === 0 ? html`${part}` : part.startsWith('`') ? html`<code>${part.replaceAll('`', '')}</code>` : html`<b>${part.slice(2, -2)}</b>`));

/** The little of Markdown that rule books use: headings, lists, paragraphs, code, bold. */
export function markdown(text) {
  const blocks = text.replaceAll('\r', '').split(/\n\s*\n/).map((block) => block.replace(/^\n+|\s+$/g, '')).filter(Boolean);
  return blocks.map((block) => {
    const lines = block.split('\n');
    const heading = /^#+\s+(.*)/.exec(lines[0]);
    if (heading) return html`<h2>${inline(heading[1])}</h2>${lines.length > 1 ? html`<p>${inline(lines.slice(1).join(' '))}</p>` : ''}`;
    const first = lines.findIndex((line) => /^\s*[-*] /.test(line));
    if (first < 0) return html`<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`;
    const items = [];
    for (const line of lines.slice(first)) { if (/^\s*[-*] /.test(line)) items.push(line.replace(/^\s*[-*] /, '')); else items[items.length - 1] += ` ${line.trim()}`; }
    return html`${first ? html`<p>${inline(lines.slice(0, first).join(' '))}</p>` : ''}<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  });
}

export async function open(main, name) {
  const list = await games();
  const game = name ?? (list.find((one) => one.name === 'cribbage') ?? list[0]).name;
  const [rules, ...tabs] = await Promise.all([get(`/api/rules/${game}`), ...list.map(async (one) => [one.name, (await tableOf(one.name)).called])]);
  const bounds = (option) => (option.kind === 'whole' ? `${option.low} to ${option.high}` : option.kind === 'flag' ? 'on or off' : option.choices.join(', '));
  const called = tabs.find(([one]) => one === game)[1];
  main.className = 'sheet-page';
  morph(main, html`<header><h1>Rules of ${called}</h1><a class="btn" href="/">Play it</a></header>
    <nav class="tabs" aria-label="Game">${tabs.map(([one, title]) => (one === game ? html`<a href="/rules/${one}" aria-current="page">${title}</a>` : html`<a href="/rules/${one}">${title}</a>`))}</nav>
    <article class="prose">${markdown(rules.text)}</article>
    ${rules.options.length ? html`<section class="panel"><header><h2>Variants</h2></header><div class="scroll-x"><table class="data"><tbody>${rules.options.map((option) => html`<tr><td><b>${capital(option.name.replaceAll('_', ' '))}</b></td><td>${capital(option.help)}</td><td class="n quiet">${bounds(option)}</td><td class="n">${option.kind === 'flag' ? (option.default ? 'on' : 'off') : String(option.default)}</td></tr>`)}</tbody></table></div></section>` : ''}`);
}
