import { type Client, createClient } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LiveMessage, SILENCE_MS } from '@semaforo/contract/live/events';
import { boundedFetch } from './bounded-fetch.ts';
import { afterMessage, outOfReach } from './page-record.ts';

/** What a browser shows of the devices: it reads them on each connection, and then only listens. */
export type Page = {
  records: () => ReadonlyMap<string, DeviceStatusRecord>;
  /** Since when it is connected and has read all; undefined while it is not, or reads. */
  currentSince: () => number | undefined;
  /** The newest command that it heard of. */
  newestCommand: () => number | undefined;
  /** Which commands were made by a request with that key. */
  readonly acceptedFor: ReadonlyMap<string, ReadonlySet<number>>;
  close: () => void;
};

type Change = (records: Map<string, DeviceStatusRecord>) => void;

const READ_WITHIN_MS = 10_000;
const LISTEN_EVERY_MS = 1000;

export function openPage(options: { origin: string; token: string; now: () => number }): Page {
  const { origin, token, now } = options;
  const client: Client = createClient({ origin, token, fetch: boundedFetch });
  const socket: LiveSocket = openLiveSocket({
    origin,
    token,
    batch: true,
    transports: ['websocket'],
    reconnectionDelayMax: 1000,
  });
  const acceptedFor = new Map<string, Set<number>>();
  let records = new Map<string, DeviceStatusRecord>();
  let currentSince: number | undefined;
  let reading = 0;
  let newestCommand: number | undefined;
  let receivedAt = now();
  /** What came while it read is applied again to the answer, which may be older. */
  let sinceReadingBegan: Change[] = [];

  const change = (apply: Change) => {
    if (reading > 0) sinceReadingBegan.push(apply);
    apply(records);
  };
  const read = async () => {
    reading += 1;
    currentSince = undefined;
    sinceReadingBegan = [];
    const own = reading;
    try {
      const list = await client('listDeviceStatuses', { signal: AbortSignal.timeout(READ_WITHIN_MS) });
      if (own !== reading) return;
      records = new Map(list.map((record) => [record.topic, record]));
      for (const apply of sinceReadingBegan) apply(records);
      reading = 0;
      if (socket.connected) currentSince = now();
    } catch {
      // It is read again, as the page does.
      if (own === reading) setTimeout(() => socket.connected && own === reading && void read(), 1000);
    }
  };
  const apply = (messages: readonly LiveMessage[]) => {
    const at = now();
    change((held) => {
      for (const message of messages) {
        const record = [...held.values()].find(({ topic }) => message.topic.startsWith(`${topic}/`));
        const next = record && afterMessage(record, message, at);
        if (next) held.set(next.topic, next);
      }
    });
  };

  const receive = () => {
    receivedAt = now();
  };
  socket.onAny(receive);
  socket.on('connect', receive);
  // A server that has fallen silent is lost, though the socket looks open.
  const listening = setInterval(() => {
    if (socket.connected && now() - receivedAt >= SILENCE_MS) socket.disconnect().connect();
  }, LISTEN_EVERY_MS);

  socket.on('connect', () => void read());
  const loseAll = () =>
    change((held) => held.forEach((record, key) => void held.set(key, outOfReach(record))));
  socket.on('disconnect', () => {
    currentSince = undefined;
    // As the page of the product does: without its server it knows only what was.
    loseAll();
  });
  socket.on('mqtt_messages', apply);
  socket.on('device_status', (changed) =>
    change((held) => {
      for (const record of changed) if (held.has(record.topic)) held.set(record.topic, record);
    }),
  );
  socket.on('devices_changed', () => void read());
  socket.on('broker_status', ({ connected }) => {
    if (connected) void read();
    else loseAll();
  });
  socket.on('command_accepted', ({ commandId, idempotencyKey }) => {
    acceptedFor.set(idempotencyKey, (acceptedFor.get(idempotencyKey) ?? new Set()).add(commandId));
  });
  socket.on('command_progress', (progress) => {
    newestCommand = Math.max(newestCommand ?? 0, ...progress.map(({ commandId }) => commandId));
  });

  return {
    records: () => records,
    currentSince: () => currentSince,
    newestCommand: () => newestCommand,
    acceptedFor,
    close: () => {
      clearInterval(listening);
      socket.close();
    },
  };
}
