// Words of the table: cards, numbers, times.
import { cardName, suit } from './art.js';
import { html, raw } from './html.js';

const RANKS = 'A23456789TJQK', SUITS = 'CDHS', SYMBOLS = '♣♦♥♠';

/** The drawing's name of card number n (13 × suit + rank): 48 is "10S". */
export const cardCode = (n) => RANKS[n % 13].replace('T', '10') + SUITS[Math.floor(n / 13)];
const suitOf = (n) => Math.floor(n / 13);
/** "7 of spades". */
export const inWords = (n) => cardName(cardCode(n));
const RANK_WORDS = ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king'];
/** "seven of spades". */
export const spelled = (n) => `${RANK_WORDS[n % 13]} of ${{ C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' }[SUITS[suitOf(n)]]}`;
export const rankWord = (n) => RANK_WORDS[n % 13];

const symbol = (s) => raw(`<i class="pip${s === 'H' || s === 'D' ? ' red' : ''} suit-${s}">${suit(s)}</i>`);
/** A card in running text: its rank and its suit as a drawing. */
export const short = (n) => html`<span class="nb">${RANKS[n % 13].replace('T', '10')}${symbol(SUITS[suitOf(n)])}</span>`;

/** Running text in which "T♠", "5♥" and "5H" become cards, and a ten alone is a 10. */
export function withCards(text) {
  return String(text).split(/((?:10|[A2-9TJQK])[♣♦♥♠]|\b(?:10|[A2-9TJQK])[CDHS]\b)/).map((part, i) => {
    if (i % 2 === 0) return html`${part.replace(/\bT\b/g, '10')}`;
    const last = part.slice(-1), suitLetter = SUITS.includes(last) ? last : SUITS[SYMBOLS.indexOf(last)];
    return html`<span class="nb">${part.slice(0, -1).replace('T', '10')}${symbol(suitLetter)}</span>`;
  });
}

/** Of opponents, by the ladder. */
export const LEVELS = ['Beginner', 'Casual', 'Club', 'Strong', 'Best'];

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
export const count = (n) => SMALL[n] ?? String(n);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const many = (n, one, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`;
/** "+3.2", "−0.5": with a true minus. */
export const signed = (x, digits = 1) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(digits)}`;

/** "two hours ago", from a time as the server writes it (ISO, or seconds). */
export function ago(when) {
  const then = typeof when === 'number' ? when * 1000 : Date.parse(when);
  const minutes = Math.max(0, Math.round((Date.now() - then) / 60000));
  if (minutes < 2) return 'just now';
  if (minutes < 60) return `${count(minutes)} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${count(hours)} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'yesterday' : days < 14 ? `${count(days)} days ago` : new Date(then).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
}
