import { readFileSync } from 'node:fs';
import { Refusal } from '../platform/refusal.ts';
import { CONTEXT_WORDS } from './context-words.ts';
import { foldUsername } from './fold-username.ts';
import { isWalk } from './keyboard-walks.ts';

/** One password a line, in lower case (docs/decisions/0018-common-passwords.md). */
const LIST_FILE = new URL('./common-passwords.txt', import.meta.url);

/** A part of a username that is a name by itself. */
const NAME_MIN_LETTERS = 4;
/** A repeated part that is no word is common up to this length. */
const REPEATED_AT_MOST = 4;
/** How many of the digits and signs behind a word may be letters in disguise (`passw0rd`, `semafor0`). */
const DISGUISED_AT_MOST = 8;

/** What people write instead of letters. A 1 is read both ways. */
const DISGUISES = [
  new Map(
    Object.entries({
      '0': 'o',
      '1': 'i',
      '!': 'i',
      '3': 'e',
      '4': 'a',
      '@': 'a',
      '5': 's',
      $: 's',
      '7': 't',
    }),
  ),
  new Map(
    Object.entries({
      '0': 'o',
      '1': 'l',
      '|': 'l',
      '3': 'e',
      '4': 'a',
      '@': 'a',
      '5': 's',
      $: 's',
      '7': 't',
    }),
  ),
];

export const COMMON_PASSWORD = new Refusal('invalid', {
  code: 'common-password',
  message: 'La password è troppo comune: scegline un’altra',
});

/**
 * True for a password that an attacker tries first (docs/rules.md#passwords): a common one, words of a Comune, the
 * user's own name, a repeated part or a walk over the keyboard. Case and accents do not matter, nor do digits and signs
 * before and behind, nor digits and signs that stand for letters.
 */
export function isCommonPassword(password: string, username = ''): boolean {
  const folded = withoutAccents(foldUsername(password));
  const words = new Set([...CONTEXT_WORDS, ...namesIn(username)]);
  const isKnown = (text: string): boolean => text !== '' && (isListed(text) || isMadeOf(text, words));
  return stemsOf(folded).some(
    (stem) =>
      isKnown(stem) || isKnown(lettersOf(stem)) || isRepeated(stem, isKnown) || isMostly(stem, folded),
  );
}

let list: string | undefined;

function isListed(word: string): boolean {
  list ??= readFileSync(LIST_FILE, 'utf8');
  return list.includes(`\n${word}\n`);
}

/** The text itself and what is left of it without digits and signs around, also when some stand for letters. */
function stemsOf(text: string): string[] {
  const stem = withoutTail(text);
  const stems = [text, stem, stem.replace(/^[^\p{L}]+/u, '')];
  const tail = text.slice(stem.length, stem.length + DISGUISED_AT_MOST);
  for (let length = 0; length <= tail.length; length += 1) {
    for (const disguise of DISGUISES) {
      stems.push(Array.from(stem + tail.slice(0, length), (sign) => disguise.get(sign) ?? sign).join(''));
    }
  }
  return [...new Set(stems)];
}

/** A walk, when it makes more than half of the password: what follows then adds little. */
function isMostly(stem: string, password: string): boolean {
  return stem.length * 2 > password.length && isWalk(stem);
}

function isRepeated(text: string, isKnown: (part: string) => boolean): boolean {
  const part = /^(.+?)\1+$/u.exec(text)?.[1];
  return part !== undefined && ([...part].length <= REPEATED_AT_MOST || isKnown(part));
}

/** True when the text is nothing but some of the words, one behind the other. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const isReached = [true];
  for (let end = 1; end <= text.length; end += 1) {
    isReached[end] = isReached.some((reached, start) => reached && words.has(text.slice(start, end)));
  }
  return isReached[text.length] === true;
}

function withoutTail(text: string): string {
  return text.replace(/[^\p{L}]+$/u, '');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\d]+/gu, '');
}

/** The username, without and with the signs in it, and each of its words of some letters. */
function namesIn(username: string): string[] {
  const name = withoutAccents(foldUsername(username));
  const stem = withoutTail(name);
  const words = stem.split(/[^\p{L}]+/u).filter((word) => word.length >= NAME_MIN_LETTERS);
  return [name, stem, lettersOf(stem), ...words].filter((word) => word !== '');
}
