import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createEventChannel, type EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { Bus } from './bus.port.ts';
import { type BusMessages, busMessages } from './bus-messages.ts';
import { createSignedMessages, type Unsound } from './signed-messages.ts';
import type { Transport } from './transport.port.ts';

/** How often it is checked, while messages go out, whether they have left. */
const ASK_EVERY_MS = 1000;

type Odd = Unsound | 'unknown' | 'not-sent';
type Name = keyof BusMessages;

/**
 * The bus over a transport: typed messages out, only signed and well-formed ones in. What is odd is counted, and logged
 * once.
 */
export function createBus(options: {
  transport: Transport;
  /** Which all servers of the installation have, and no one outside has. */
  key: Uint8Array;
  clock: Clock;
  counters: Pick<Counters, 'oddBusMessages'>;
  logger: Logger;
}): Bus & { start: () => Promise<void>; stop: () => Promise<void> } {
  const { transport, logger } = options;
  /** Of this run of this server. */
  const self = randomUUID();
  const messages = createSignedMessages({ ...options, self });
  const changes = createEventChannel<boolean>({ name: 'bus-changes', logger });
  const channels = new Map<string, EventChannel<unknown>>();
  const complained = new Set<Odd>();
  let isIsolated = true;
  /** How many messages were published, and how many of them surely left this server. */
  let published = 0;
  let arrived = 0;
  const arrivals = createDebouncedJob({
    name: 'bus-arrivals',
    delayMs: ASK_EVERY_MS,
    logger,
    work: async () => {
      const before = published;
      if (await transport.arrived()) arrived = before;
    },
  });

  const odd = (what: Odd, details: object) => {
    options.counters.oddBusMessages.inc({ reason: what });
    if (complained.has(what)) return;
    complained.add(what);
    logger.warn(details, `a message between servers was ${what}: said once, counted each time`);
  };
  const receive = (name: string, text: string) => {
    if (!isName(name)) return odd('unknown', { name });
    const read = messages.read(name, text);
    if (typeof read === 'string') return odd(read, { name });
    if (read.from === self) return undefined;
    const { success, data } = busMessages[name].safeParse(read.payload);
    return success ? channels.get(name)?.publish(data) : odd('unreadable', { name });
  };
  const change = (isolated: boolean) => {
    isIsolated = isolated;
    changes.publish(isolated);
  };

  const publish: Bus['publish'] = (name, payload) => {
    published += 1;
    if (isIsolated) return;
    arrivals.request();
    try {
      // By the same schema as it is read: what is no part of the message leaves no server.
      transport.send(name, messages.write(name, busMessages[name].parse(payload)));
    } catch (error) {
      odd('not-sent', { err: error, name });
    }
  };

  return {
    publish,
    subscribe: (name, listener) => {
      const channel = channels.get(name) ?? createEventChannel<unknown>({ name: `bus-${name}`, logger });
      channels.set(name, channel);
      // Only what the schema of that name let through is published there.
      channel.subscribe(listener as (payload: unknown) => void);
    },
    isIsolated: () => isIsolated,
    onChange: changes.subscribe,
    start: () =>
      transport.start({
        received: receive,
        joined: () => {
          change(false);
          if (arrived < published) publish('read_again', {});
        },
        cut: (reason) => {
          logger.warn({ reason }, 'cut off from the other servers');
          change(true);
        },
      }),
    stop: async () => {
      await transport.stop();
      await arrivals.stop();
    },
  };
}

function isName(name: string): name is Name {
  return Object.hasOwn(busMessages, name);
}
