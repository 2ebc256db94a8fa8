// Quizzes: count a cribbage hand, meld a gin hand.
import { get, post } from '../api.js';
import { html, morph } from '../html.js';
import { kit, tableOf } from '../kit.js';
import { cardCode, withCards } from '../words.js';

export async function open(main, game) {
  const table = await tableOf(game);
  const stop = new AbortController();
  let quiz = await get(`/api/quiz/${game}`), answer = null, right = 0, asked = 0, given = null;
  main.className = 'sheet-page';
  const isCount = game === 'cribbage';

  function draw() {
    const numbers = Array.from({ length: 30 }, (_, n) => html`<button type="button" class="btn ${answer && n === answer.answer ? 'right' : answer && n === given ? 'wrong' : ''}" data-answer="${n}"${answer ? html` disabled` : ''}>${n}</button>`);
    const field = html`<form id="form" class="acts"><input class="text-input" type="number" name="answer" min="0" max="110" required aria-label="Your answer"${answer ? html` disabled` : ''}><button class="btn main"${answer ? html` disabled` : ''}>Answer</button></form>`;
    morph(main, html`<header><div><h1>${isCount ? 'Counting quiz' : 'Melding quiz'}</h1><p class="quiet">${table.called}</p></div><span class="chip">${asked ? `${right} of ${asked} right` : 'First hand'}</span></header>
      <section class="felt quiz-felt" aria-label="The hand"><p>${withCards(quiz.question)}</p><div class="quiz-cards">${quiz.cards.map((c) => kit.card(cardCode(c), { key: c }))}${quiz.starter === null ? '' : html`<div class="spot starter"><div class="stack">${kit.card(cardCode(quiz.starter), { key: quiz.starter })}</div><span class="cap">Starter</span></div>`}</div>
        ${isCount ? html`<div class="answers" role="group" aria-label="Your answer">${numbers}</div>` : field}
        <div class="now ${answer ? (answer.right ? '' : 'no') : 'wait'}"><p role="status"><span class="dot ${answer ? (answer.right ? '' : 'no') : 'wait'}"></span><span>${answer ? html`<b>${answer.right ? 'Right.' : `It is ${answer.answer}.`}</b> ${withCards(answer.explained)}` : 'Take your time: nothing is counted but right and wrong.'}</span></p><div class="acts">${answer ? html`<button type="button" class="btn small main" data-do="next">Next <kbd class="only-desk">Enter</kbd></button>` : ''}</div></div></section>`);
    main.dataset.asked = asked;
  }
  async function reply(n) {
    if (answer) return;
    given = n;
    answer = await post(`/api/quiz/${game}`, { token: quiz.token, answer: n });
    asked += 1;
    right += answer.right ? 1 : 0;
    draw();
  }
  async function next() {
    quiz = await get(`/api/quiz/${game}`);
    answer = given = null;
    draw();
  }
  const { signal } = stop;
  main.addEventListener('click', (event) => {
    const number = event.target.closest('[data-answer]');
    if (number) reply(+number.dataset.answer);
    else if (event.target.closest('[data-do="next"]')) next();
  }, { signal });
  main.addEventListener('submit', (event) => { event.preventDefault(); reply(+new FormData(event.target).get('answer')); }, { signal });
  document.addEventListener('keydown', (event) => { if (event.key === 'Enter' && answer && !event.target.closest('button, a, input')) { event.preventDefault(); next(); } }, { signal });
  draw();
  return () => stop.abort();
}
