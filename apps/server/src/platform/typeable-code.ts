import { randomInt } from 'node:crypto';

/** Letters and digits that people do not confuse with one another: 32 characters, five random bits each. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A random code of that many characters, as a person types it: five bits each. */
export function typeableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
