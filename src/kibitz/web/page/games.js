// The installed games, asked for once.
import { get } from './api.js';

let asked = null;
export function games() {
  asked ??= get('/api/games').catch((error) => { asked = null; throw error; });
  return asked;
}
export const game = async (name) => (await games()).find((one) => one.name === name);

/** "Cribbage" of "Cribbage: two players, six cards, first to 121". */
export const shortTitle = (title) => title.split(':')[0];
