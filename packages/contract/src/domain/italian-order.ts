import { LOCALE } from './rome-time.ts';

/** Compares names as Italian sorts them, and the numbers in them by their value: `s2` before `s10`. */
export const byItalianOrder = new Intl.Collator(LOCALE, { numeric: true }).compare;
