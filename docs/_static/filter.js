// Buttons above a list of claims, or the first of several, that leave the rows of one verdict. Without scripts every row is there.
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
  const lists = document.querySelectorAll('table.claims');
  const place = lists.length === 1 ? lists[0].closest('.table-wrapper') ?? lists[0] : document.querySelector('section h2');
  place.before(bar);
  show(null, buttons);
}
