// One soft sound for a card, a peg, a die: made here, and only where a person switched it on.
import { settings } from './settings.js';

let context = null;
const KINDS = { card: [1800, .045, .05], die: [900, .07, .09], peg: [500, .06, .06] };

export function play(kind = 'card') {
  if (settings.sound !== 'on') return;
  context ??= new AudioContext();
  const [tone, length, loudness] = KINDS[kind] ?? KINDS.card;
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: tone, Q: .8 });
  const gain = new GainNode(context, { gain: loudness * 6 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}
