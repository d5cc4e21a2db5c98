import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';

/** The letter of each lamp, a sign besides its colour. */
export const COLOUR_LETTERS: Record<SignalColour, string> = {
  verde: 'V',
  giallo: 'G',
  arancio: 'A',
  rosso: 'R',
};

/** The colours as the first word of a sentence or label. */
export const COLOUR_LABELS: Record<SignalColour, string> = {
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
