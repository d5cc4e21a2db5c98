import { createHash, randomInt } from 'node:crypto';

/**
 * Letters and digits that people do not confuse with one another: 32 characters, so ten of them are 50 random bits.
 */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;

/** A new one-time code, as a person types it. */
export function createLinkCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** The hash that is stored of a code. Case, spaces and hyphens do not matter. */
export function hashLinkCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]+/g, '');
  return createHash('sha256').update(code).digest('hex');
}
