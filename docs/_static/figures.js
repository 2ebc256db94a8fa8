// Below a figure with several curves, one button per curve that hides it or brings it back. Without scripts all are shown.
const inkOf = (curve) => getComputedStyle(curve.querySelector('path:not(defs *), use') ?? curve).stroke;

for (const figure of document.querySelectorAll('svg.kibitz')) {
  const curves = Map.groupBy(figure.querySelectorAll('.curve'), (curve) => curve.dataset.curve);
  if (curves.size < 3) continue;
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
