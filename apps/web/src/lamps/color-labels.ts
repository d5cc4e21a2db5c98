import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** The letter of each lamp, a sign besides its color. */
export const COLOR_LETTERS: Record<SignalColor, string> = {
  verde: 'V',
  giallo: 'G',
  arancio: 'A',
  rosso: 'R',
};

/** The colors as the first word of a sentence or label. */
export const COLOR_LABELS: Record<SignalColor, string> = {
  verde: 'Verde',
  giallo: 'Giallo',
  arancio: 'Arancio',
  rosso: 'Rosso',
};

const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** 'verde e rosso'. */
export function joinedWords(words: readonly string[]): string {
  return inOneSentence.format(words);
}

/** A word as the first of a sentence. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
