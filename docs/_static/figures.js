// Below a figure with several curves, one button per curve that hides it or brings it back. Without scripts all are shown.
// A large figure is a file of its own: near the screen it becomes part of the page, to take its colours and say its values.
const inkOf = (curve) => getComputedStyle(curve.querySelector('path:not(defs *), use') ?? curve).stroke;

function offerCurves(figure) {
  const curves = Map.groupBy(figure.querySelectorAll('.curve'), (curve) => curve.dataset.curve);
  if (curves.size < 3) return;
  const bar = document.createElement('div');
  bar.className = 'filter curves';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Show or hide curves');
  for (const [name, parts] of curves) {
    const button = document.createElement('button');
    button.type = 'button';
    const swatch = document.createElement('span');
    swatch.className = 'swatch';
    swatch.style.background = inkOf(parts[0]);
    button.append(swatch, name);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      const shown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(shown));
      for (const part of parts) part.classList.toggle('off', !shown);
    });
    bar.append(button);
  }
  figure.closest('.drawing').after(bar);
}

async function takeIn(image) {
  const answer = await fetch(image.src).catch(() => null); // a page opened as a file may not read others: the picture stays
  if (!answer?.ok) return;
  const figure = document.importNode(new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement, true);
  for (const part of figure.querySelectorAll('style, desc')) part.remove();
  figure.setAttribute('aria-label', image.alt);
  const frame = document.createElement('div');
  frame.className = 'drawing';
  frame.tabIndex = 0;
  frame.append(figure);
  image.replaceWith(frame);
  offerCurves(figure);
}

for (const figure of document.querySelectorAll('svg.kibitz')) offerCurves(figure);

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    takeIn(target);
  }
}, { rootMargin: '800px' });
for (const image of document.querySelectorAll('img.kibitz')) near.observe(image);
