import { CLICK_AHEAD_MS, CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { z } from 'zod';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';

/** What Semaforo-Issued-At holds. */
export const ISSUED_AT = z.iso.datetime({ offset: true });

const MALFORMED = new Refusal('invalid', {
  code: 'invalid-issued-at',
  message: 'Semaforo-Issued-At deve essere un istante ISO 8601, come 2026-11-22T19:33:12.000Z',
});
const AHEAD = new Refusal('invalid', {
  code: 'issued-in-the-future',
  message: 'Semaforo-Issued-At è nel futuro rispetto all’orologio del server',
});

/**
 * When a person pressed (epoch ms): by the header of the request, or else when the request arrived. Refuses a press
 * that is too old to be acted on (docs/rules.md#age-of-a-click). `correctionMs`: how far the clock by which the header
 * is written is ahead of this server's, because a page stamps its clicks by the `Date` of answers.
 */
export function requestAge(
  issuedAt: string | undefined,
  { arrivedAt, now, correctionMs = 0 }: { arrivedAt: number; now: number; correctionMs?: number },
): number | Refusal {
  const pressedAt = issuedAt === undefined ? arrivedAt : parse(issuedAt) - correctionMs;
  if (Number.isNaN(pressedAt)) return MALFORMED;
  if (pressedAt > now + CLICK_AHEAD_MS) return AHEAD;
  if (now - pressedAt > CLICK_DEADLINE_MS) return COMMAND_TOO_OLD;
  return Math.min(pressedAt, arrivedAt);
}

function parse(written: string): number {
  return ISSUED_AT.safeParse(written).success ? Date.parse(written) : Number.NaN;
}
