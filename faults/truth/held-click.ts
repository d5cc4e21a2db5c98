import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@semaforo/client';
import { ApiError } from '@semaforo/client/failures';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { untilCalm } from './calm-down.ts';
import type { Crew } from './crew.ts';
import type { Testbed } from './testbed.ts';
import type { ReportViolation } from './violation.ts';

/** What holds a click on its way: the network of the browser, or a server, database or broker that hangs. */
export const HOLDERS = ['network', 'server', 'database', 'broker'] as const;
export type Holder = (typeof HOLDERS)[number];

/** What became of a click that was held. `lastToldMs`: when its last message left the broker, after the press. */
export type HeldClick = {
  holder: Holder;
  heldMs: number;
  answer: string;
  isCarriedOut: boolean;
  lastNotifiedMs: number | undefined;
};

const NEWER_AFTER_MS = 1000;
/** What was sent just in time is on its way for a moment. */
const ARRIVES_WITHIN_MS = 700;
const ANSWER_WITHIN_MS = 60_000;
/** The click, and the newer one; all shows something else before. */
const HELD = { value: 'rosso', channel: { '3': 'out4', '4': 'out5' } } as const;
const NEWER = 'giallo';

/** Undefined when the setup has no such part. */
export async function holdClick(
  { holder, heldMs }: { holder: Holder; heldMs: number },
  testbed: Testbed,
  crew: Crew,
  reportViolation: ReportViolation,
): Promise<HeldClick | undefined> {
  const admin = crew.members.get('admin')?.reads;
  if (!admin) throw new Error('there is no admin');
  const hold = holderOf(holder, testbed);
  if (!hold) return undefined;
  await untilCalm(testbed, crew, reportViolation);
  await admin.attempt('sendCommand', { query: { type: 'semaforo' }, body: { command: 'verde' } });
  const last = await admin('getLastCommand');
  // A way of its own to the server: only the network of this click is slow.
  const way = await startFaultyNetwork({ target: Number(new URL(testbed.doors[0].origin).port) });
  const client = createClient({ origin: `http://127.0.0.1:${way.port}`, token: admin.token });
  if (holder === 'network') way.disturb('up', { blocked: true });
  const release = hold();
  const end = testbed.outages.begin(holder === 'network' ? 'web' : holder);
  const pressedAt = Date.now();
  const answered = press(client, HELD.value, pressedAt, heldMs + ANSWER_WITHIN_MS);
  await delay(NEWER_AFTER_MS);
  const newer = press(admin, NEWER, Date.now(), heldMs + ANSWER_WITHIN_MS);
  await delay(pressedAt + heldMs - Date.now());
  release();
  way.heal();
  end();
  const answer = await answered;
  await newer;
  await untilCalm(testbed, crew, reportViolation);
  await way.close();
  const made = await testbed
    .db()
    .selectFrom('deliveries')
    .selectAll()
    .where('command_id', '>', last?.commandId ?? 0)
    .execute();
  const sent = testbed.commanded.filter(
    ({ at, key, channel, payload }) =>
      at >= pressedAt &&
      payload === '1' &&
      Object.entries(HELD.channel).some(
        ([family, lamp]) => key.startsWith(`/${family}/`) && channel === lamp,
      ),
  );
  const lastNotifiedMs = sent.length === 0 ? undefined : Math.max(...sent.map(({ at }) => at)) - pressedAt;
  const isCarriedOut =
    lastNotifiedMs !== undefined ||
    made.some(({ value, state }) => value === HELD.value && state === 'confermato');
  const what = `${holder} held for ${heldMs / 1000} s: ${answer}, last message after ${lastNotifiedMs} ms`;
  if (lastNotifiedMs !== undefined && lastNotifiedMs > CLICK_DEADLINE_MS + ARRIVES_WITHIN_MS)
    reportViolation('late-message', what);
  if (isCarriedOut && holder !== 'broker' && heldMs > CLICK_DEADLINE_MS) reportViolation('old-click', what);
  if (answer === 'no answer') reportViolation('answer-untrue', what);
  return { holder, heldMs, answer, isCarriedOut, lastNotifiedMs };
}

/** Begins to hold; returns what ends it. Undefined where there is nothing to hold. */
function holderOf(holder: Holder, { server, broker, networks }: Testbed): (() => () => void) | undefined {
  const { database } = networks;
  switch (holder) {
    case 'network':
      return () => () => undefined;
    case 'server':
      return () => {
        server.pause();
        return server.resume;
      };
    case 'database':
      return database === undefined
        ? undefined
        : () => {
            database.disturb('up', { blocked: true });
            database.disturb('down', { blocked: true });
            return database.heal;
          };
    case 'broker':
      return broker === undefined
        ? undefined
        : () => {
            broker.pause();
            return broker.resume;
          };
  }
}

/** Resolves to what the person reads. */
async function press(
  client: Client,
  command: 'rosso' | 'giallo',
  at: number,
  withinMs: number,
): Promise<string> {
  try {
    const { results } = await client('sendCommand', {
      query: { type: 'semaforo' },
      body: { command },
      issuedAt: new Date(at).toISOString(),
      signal: AbortSignal.timeout(withinMs),
    });
    const failed = results.flatMap(({ error }) => error ?? []);
    return failed.length === 0
      ? 'confirmed'
      : `${failed.length} of ${results.length} not confirmed: ${failed[0]}`;
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.message}` : 'no answer';
  }
}
