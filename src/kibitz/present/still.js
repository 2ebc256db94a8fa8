// One position, looked at: drawn by the game's own table.js on the felt of the web table, without a server.
import { draw, nowLine, position } from './felt.js';
import { morph } from './html.js';
import { kit } from './kit.js';
import make from './table.js';

const snapshot = JSON.parse(document.getElementById('position').textContent);
const table = { called: snapshot.title, ...make(kit) };
if (table.style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(table.style);
  document.adoptedStyleSheets.push(sheet);
}
const looking = { live: false, moves: [] };
const now = snapshot.over ? { kind: 'wait', text: snapshot.now } : nowLine(position(snapshot, table, looking).at, table);
morph(document.querySelector('main'), draw(snapshot, table, { ...looking, now, label: snapshot.title }).nodes);
