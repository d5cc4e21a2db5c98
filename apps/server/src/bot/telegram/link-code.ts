import { createHash } from 'node:crypto';
import { typeableCode } from '../../platform/typeable-code.ts';

/** 50 random bits. */
const LENGTH = 10;

/** A new one-time code, as a person types it. */
export function createLinkCode(): string {
  return typeableCode(LENGTH);
}

/** The hash that is stored of a code. Case, spaces and hyphens do not matter. */
export function hashLinkCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]+/g, '');
  return createHash('sha256').update(code).digest('hex');
}
