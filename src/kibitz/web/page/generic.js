// A table for any game: what its `show` prints, and its moves by name.
export default ({ html, thing }) => ({
  plan: 'wide',
  draw: (at) => ({
    scores: at.seats.map(() => null),
    middle: html`<pre class="shown-text" tabindex="0" aria-label="The table in words">${at.shown}</pre>`,
    hand: html`<div class="named-moves" role="group" aria-label="Your moves">${at.mine ? at.moves.map((m) => thing({ name: String(m.code), label: m.name, cls: 'btn named', inner: m.name })) : ''}</div>`,
  }),
  choices: (at) => at.moves.map((m) => ({ moves: [m.code], lift: [String(m.code)], say: html`Play ${m.name}`, name: m.name })),
  now: () => 'Choose one of the moves below.',
  prompt: () => 'Choose a move',
});
