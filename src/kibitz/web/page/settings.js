// What a person has set for this screen: kept in the browser, applied at once, never sent anywhere.
const DEFAULTS = { theme: 'system', suits: 'two', speed: 'normal', sound: 'off' };
const KEY = 'kibitz.settings';

const stored = () => { try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; } };
export const settings = { ...DEFAULTS, ...stored() };

/** What each setting may be, in words. */
export const CHOICES = {
  theme: ['Light or dark', { system: 'As the system', light: 'Light', dark: 'Dark' }],
  suits: ['Suits', { two: 'Two colours', four: 'Four colours' }],
  speed: ['The other’s moves', { slow: 'Slow', normal: 'Normal', quick: 'Quick', none: 'At once' }],
  sound: ['Sound', { off: 'Off', on: 'On' }],
};
/** How long another player's move stays before the next is shown, in milliseconds. */
export const PAUSE = { slow: 1400, normal: 650, quick: 250, none: 0 };

export function set(name, value) {
  settings[name] = value;
  try { localStorage.setItem(KEY, JSON.stringify(settings)); } catch { /* a private window: set for this visit */ }
  apply();
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme; else root.dataset.theme = settings.theme;
  root.dataset.suits = settings.suits;
}

/** Whether the page is dark now, by setting or by system. */
export const isDark = () => (settings.theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : settings.theme === 'dark');
