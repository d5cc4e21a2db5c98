import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';

/** An older message, or one from so far ahead, is not heard: it may be one that was recorded. */
const COUNTS_FOR_MS = 60_000;
const SIGNATURE = /^([\w-]{43})\.(.*)$/s;

const envelope = z.strictObject({ from: z.string(), number: z.int(), at: z.int(), payload: z.unknown() });

/** Why a message between servers does not count. */
export type Unsound = 'unsigned' | 'forged' | 'unreadable' | 'old' | 'repeated';

type SignedMessages = {
  /** The text to send: the payload with sender, number and instant, and a signature over all of it and the name. */
  write: (name: string, payload: unknown) => string;
  /** The sender and payload of a text that `write` of another server made, or why it does not count. */
  read: (name: string, text: string) => { from: string; payload: unknown } | Unsound;
};

/**
 * Messages that only who has the key can write, each of which counts once and for a minute: what was recorded cannot be
 * published again later. Numbers rise with each message of a sender, and the transport keeps their order.
 */
export function createSignedMessages(options: {
  key: Uint8Array;
  /** Of this run of this server. */
  self: string;
  clock: Clock;
}): SignedMessages {
  const { key, self, clock } = options;
  /** The newest message of each sender. */
  const newest = new Map<string, { number: number; at: number }>();
  let number = 0;

  const sign = (name: string, body: string) =>
    createHmac('sha256', key).update(`${name}\n${body}`).digest('base64url');
  const forgetOld = (now: number) => {
    for (const [from, { at }] of newest) if (at < now - COUNTS_FOR_MS) newest.delete(from);
  };

  return {
    write: (name, payload) => {
      number += 1;
      const body = JSON.stringify({ from: self, number, at: clock.now(), payload });
      return `${sign(name, body)}.${body}`;
    },
    read: (name, text) => {
      const [, signature, body] = SIGNATURE.exec(text) ?? [];
      if (signature === undefined || body === undefined) return 'unsigned';
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(name, body)))) return 'forged';
      const read = readEnvelope(body);
      if (read === undefined) return 'unreadable';
      const { from, at, payload } = read;
      const now = clock.now();
      if (Math.abs(now - at) > COUNTS_FOR_MS) return 'old';
      if (read.number <= (newest.get(from)?.number ?? 0)) return 'repeated';
      if (!newest.has(from)) forgetOld(now);
      newest.set(from, { number: read.number, at });
      return { from, payload };
    },
  };
}

function readEnvelope(body: string): z.infer<typeof envelope> | undefined {
  try {
    return envelope.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
