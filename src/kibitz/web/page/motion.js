// Cards travel: what lay somewhere before a change and lies elsewhere after it glides from one place to the other.
import { settings } from './settings.js';

const MOVE = 220, DEAL = 320, BETWEEN = 60, MOST = 500;
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches || settings.speed === 'none';

const middle = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
const placed = (root) => new Map([...root.querySelectorAll('[data-fly]')].map((el) => [el.dataset.fly, el.getBoundingClientRect()]));

/**
 * Do `change` and let every `data-fly` under `root` travel from where it was. A card that was nowhere comes from the
 * element whose `data-spot` its `data-from` names: the stock, the other's hand.
 */
export function travel(root, change) {
  if (calm()) { change(); return; }
  const before = placed(root);
  const spots = new Map([...root.querySelectorAll('[data-spot]')].map((el) => [el.dataset.spot, el.getBoundingClientRect()]));
  change();
  let fresh = 0;
  for (const el of root.querySelectorAll('[data-fly]')) {
    const now = el.getBoundingClientRect(), was = before.get(el.dataset.fly);
    const from = was ?? spots.get(el.dataset.from);
    if (!from || !now.width || !from.width) continue;
    const [x0, y0] = middle(from), [x1, y1] = middle(now), scale = from.width / now.width;
    if (Math.hypot(x0 - x1, y0 - y1) < 2 && Math.abs(scale - 1) < .02) continue;
    const delay = was ? 0 : Math.min(BETWEEN * fresh++, MOST - DEAL);
    el.animate(
      [{ translate: `${x0 - x1}px ${y0 - y1}px`, scale: String(scale), zIndex: 5 }, { translate: '0 0', scale: '1', zIndex: 5 }],
      { duration: was ? MOVE : DEAL, delay, easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'backwards' },
    );
  }
}

/** Let one element glide back from where a drag left it. */
export function glideBack(el, x, y) {
  if (!calm()) el.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration: MOVE, easing: 'cubic-bezier(.2, .7, .2, 1)' });
}
