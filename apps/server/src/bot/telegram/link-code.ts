import { createHash, randomInt } from 'node:crypto';

/** Without letters and digits that are taken for one another: 32 signs, so ten of them are 50 bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;

/** A new one-time code, as a person types it. */
export function createLinkCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
}

/** What is stored of a code, however it was typed: small letters, spaces and hyphens do not matter. */
export function hashLinkCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]+/g, '');
  return createHash('sha256').update(code).digest('hex');
}
