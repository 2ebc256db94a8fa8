// Buttons above the first list of claims that leave the rows of one verdict. Without scripts every row is there.
const rows = [...document.querySelectorAll('table.claims tbody tr')];
const verdictOf = (row) => row.querySelector('.verdict').textContent;
const count = (verdict) => rows.filter((row) => verdictOf(row) === verdict).length;
const verdicts = ['reproduced', 'contrary', 'undecided', 'measured here first', 'cannot be tested', 'not run yet'].filter(count);

function show(chosen, buttons) {
  for (const row of rows) row.hidden = chosen !== null && verdictOf(row) !== chosen;
  for (const button of buttons) button.setAttribute('aria-pressed', String((button.dataset.verdict ?? null) === chosen));
}

if (verdicts.length > 1 && rows.length > 12) {
  const bar = document.createElement('div');
  bar.className = 'filter';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Show claims by verdict');
  const buttons = [null, ...verdicts].map((verdict) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = verdict === null ? `all ${rows.length} below` : `${verdict} ${count(verdict)}`;
    if (verdict !== null) button.dataset.verdict = verdict;
    button.addEventListener('click', () => show(verdict, buttons));
    return button;
  });
  bar.append(...buttons);
  const first = document.querySelector('table.claims');
  (first.closest('section').querySelector('h1') ? first.closest('.table-wrapper') ?? first : document.querySelector('section h2') ?? first).before(bar);
  show(null, buttons);
}
