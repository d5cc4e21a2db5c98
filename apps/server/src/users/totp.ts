import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones differ: the code before and the one after count too. */
const STEPS_AROUND = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_OF_A_LETTER = 5;

/** The code of that secret at an instant (epoch ms), by RFC 6238 with SHA-1, six digits and steps of 30 s. */
export function codeAt(secret: Uint8Array, now: number): string {
  return codeOfStep(secret, Math.floor(now / STEP_MS));
}

/** The time step, the present one or a neighbour, whose code was typed; undefined when it is none of theirs. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const typed = Buffer.from(code);
  const present = Math.floor(now / STEP_MS);
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => present - STEPS_AROUND + index);
  return steps.find((step) => {
    const expected = Buffer.from(codeOfStep(secret, step));
    return typed.length === expected.length && timingSafeEqual(typed, expected);
  });
}

/** Bytes as people type them into an app: letters and digits of RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(new RegExp(`.{1,${BITS_OF_A_LETTER}}`, 'g')) ?? [];
  return letters.map((five) => BASE32[Number.parseInt(five.padEnd(BITS_OF_A_LETTER, '0'), 2)]).join('');
}

function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
