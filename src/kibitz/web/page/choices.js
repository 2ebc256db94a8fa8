// From the legal moves to what a hand can do: lift things, put them on a place. All of clicking, dragging, the
// keyboard and the buttons follows from a list of choices
//
//   { moves: [11, 4], lift: ['17'], onto: 'slot 4', say: 'Place 17 in slot 4' }
//
// `lift` names the things that go up, as often as they are needed; null fits whatever is lifted. Two things of one name
// (two nines where suits do not matter) are as good as each other.

const tally = (names) => names.reduce((n, name) => n.set(name, (n.get(name) ?? 0) + 1), new Map());
const within = (few, all) => { const n = tally(all); return few.every((name) => { n.set(name, (n.get(name) ?? 0) - 1); return n.get(name) >= 0; }); };

/** Whether more may be lifted on the way to this choice, or nothing. */
export const fits = (choice, lifted) => choice.lift !== null && within(lifted, choice.lift);
/** Whether this choice can be made with exactly what is lifted. */
export const isReady = (choice, lifted) => choice.lift === null || (choice.lift.length === lifted.length && within(lifted, choice.lift));
/** Whether a thing of this name may be lifted too. */
export const mayLift = (choices, lifted, name) => choices.some((choice) => fits(choice, [...lifted, name]));
/** Whether every choice takes one thing at most: then a second click on it plays. */
export const isSingle = (choices) => choices.every((choice) => choice.lift === null || choice.lift.length < 2);

/** What every choice still open lifts besides what is lifted: the hand does that by itself. */
export function followUp(choices, lifted) {
  const open = choices.filter((choice) => (lifted.length ? fits(choice, lifted) : true));
  if (!open.length) return [];
  let common = open[0].lift ?? [];
  for (const { lift } of open.slice(1)) {
    const left = tally(lift ?? []);
    common = common.filter((name) => { left.set(name, (left.get(name) ?? 0) - 1); return left.get(name) >= 0; });
  }
  const have = tally(lifted);
  return common.filter((name) => { have.set(name, (have.get(name) ?? 0) - 1); return have.get(name) < 0; });
}
