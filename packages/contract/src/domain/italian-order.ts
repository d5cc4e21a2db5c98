import { LOCALE } from './rome-time.ts';

/** Compares what things and people are called as Italian lists them, with the numbers in them by their value: `s2` before `s10`. */
export const byItalianOrder = new Intl.Collator(LOCALE, { numeric: true }).compare;
