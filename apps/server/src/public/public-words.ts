import { ENGLISH } from './words/english.ts';
import { FRENCH } from './words/french.ts';
import { GERMAN } from './words/german.ts';
import { ITALIAN, type PublicWords } from './words/italian.ts';
import { SLOVENE } from './words/slovene.ts';

export const PUBLIC_LANGUAGES = ['it', 'en', 'de', 'fr', 'sl'] as const;
export type PublicLanguage = (typeof PUBLIC_LANGUAGES)[number];

/** In the words of the national lexicon, and of those of the neighbours (docs/rules.md#public-page). */
export const PUBLIC_WORDS: Record<PublicLanguage, PublicWords> = {
  it: ITALIAN,
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  sl: SLOVENE,
};

/** The language that is asked for, else Italian. */
export function languageOf(asked: unknown): PublicLanguage {
  return PUBLIC_LANGUAGES.find((language) => language === asked) ?? 'it';
}
