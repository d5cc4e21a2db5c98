import { CLICK_AHEAD_MS, CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { z } from 'zod';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';

const instant = z.iso.datetime({ offset: true });

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
 * that is too old to be acted on (docs/rules.md#age-of-a-click).
 */
export function ageOfPress(
  issuedAt: string | undefined,
  { arrivedAt, now }: { arrivedAt: number; now: number },
): number | Refusal {
  const pressedAt = issuedAt === undefined ? arrivedAt : parse(issuedAt);
  if (pressedAt === undefined) return MALFORMED;
  if (pressedAt > now + CLICK_AHEAD_MS) return AHEAD;
  if (now - pressedAt > CLICK_DEADLINE_MS) return COMMAND_TOO_OLD;
  return Math.min(pressedAt, arrivedAt);
}

function parse(written: string): number | undefined {
  return instant.safeParse(written).success ? Date.parse(written) : undefined;
}
