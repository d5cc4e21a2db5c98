import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LiveMessage, SILENCE_MS } from '@semaforo/contract/live/events';
import type { LivePort } from '@semaforo/server/live/live.port';
import { afterMessage, outOfReach } from '../truth/page-record.ts';
import { createPipe } from './pipe.ts';
import { world } from './simulated-host.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What a browser shows: it reads the records once it is connected, and then only listens. */
export type Page = ReturnType<typeof createPage>;

/** Resolves to all records of the viewer; undefined without an answer. */
type ReadRecords = () => Promise<readonly DeviceStatusRecord[] | undefined>;

type Change = (records: Map<string, DeviceStatusRecord>) => void;
type Emitted = { event: string; payload: readonly unknown[] };

const READS_AGAIN_AFTER_MS = 1000;

function createPage(viewer: number | null, readRecords: ReadRecords) {
  let records = new Map<string, DeviceStatusRecord>();
  let sinceReadingBegan: Change[] | undefined;
  let isConnected = false;
  let currentSince: number | undefined;
  let session = 0;

  const change = (apply: Change) => {
    sinceReadingBegan?.push(apply);
    apply(records);
  };
  const loseAll = () =>
    change((held) => held.forEach((record, key) => void held.set(key, outOfReach(record))));
  const read = async (): Promise<void> => {
    session += 1;
    const own = session;
    currentSince = undefined;
    sinceReadingBegan = [];
    const outcome = await readRecords().catch(() => undefined);
    if (own !== session || !isConnected) return;
    if (!outcome) return void world.after(READS_AGAIN_AFTER_MS, () => own === session && void read());
    records = new Map(outcome.map((record) => [record.topic, record]));
    for (const apply of sinceReadingBegan) apply(records);
    sinceReadingBegan = undefined;
    currentSince = world.elapsed();
  };
  const on: Readonly<Record<string, (payload: never) => void>> = {
    mqtt_messages: (messages: readonly LiveMessage[]) =>
      change((held) => {
        for (const message of messages) {
          const record = [...held.values()].find(({ topic }) => message.topic.startsWith(`${topic}/`));
          const next = record && afterMessage(record, message, world.now());
          if (next) held.set(next.topic, next);
        }
      }),
    device_status: (changed: readonly DeviceStatusRecord[]) =>
      change((held) => {
        for (const record of changed) if (held.has(record.topic)) held.set(record.topic, record);
      }),
    devices_changed: () => void read(),
    broker_status: ({ connected }: { connected: boolean }) => (connected ? void read() : loseAll()),
  };
  return {
    viewer,
    records: () => records,
    /** Since when (ms of the simulation) it has all that there is; undefined while it has not. */
    currentSince: () => (isConnected ? currentSince : undefined),
    receive: ({ event, payload }: Emitted) => {
      if (isConnected) on[event]?.(payload[0] as never);
    },
    connect: () => {
      isConnected = true;
      void read();
    },
    disconnect: () => {
      isConnected = false;
      session += 1;
      sinceReadingBegan = undefined;
      loseAll();
    },
  };
}

/** The browsers of people, at the live port of the server. They never miss an event while they are connected. */
export function createSimulatedPages(latencyMs: () => number) {
  const pages = new Set<Page>();
  let serving: SimulatedProcess | undefined;

  const portOf = (process: SimulatedProcess): LivePort => {
    const pipe = createPipe(latencyMs);
    const send = (isFor: (page: Page) => boolean, emitted: Emitted) => {
      if (process !== serving) return;
      pipe.send(() => {
        if (process !== serving) return;
        for (const page of pages) if (isFor(page)) page.receive(emitted);
      });
    };
    const isOf = (viewer: number | null) => (page: Page) => page.viewer === viewer;
    return {
      isWatching: (viewer) => [...pages].some(isOf(viewer)),
      pages: () => pages.size,
      messages: (viewer, messages) => send(isOf(viewer), { event: 'mqtt_messages', payload: [messages] }),
      emit: (viewer, event, ...payload) => send(isOf(viewer), { event, payload }),
      emitToUser: (userId, event, ...payload) => send(isOf(userId), { event, payload }),
      emitToAll: (event, ...payload) => send(() => true, { event, payload }),
      disconnectUser: () => {},
      disconnectSession: () => {},
      endRevoked: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  };
  return {
    all: () => [...pages],
    portOf,
    open: (viewer: number | null, readRecords: ReadRecords) => {
      const page = createPage(viewer, readRecords);
      pages.add(page);
      if (serving?.isAlive()) page.connect();
      return page;
    },
    /** The server runs: the pages connect. */
    serverStarted: (process: SimulatedProcess) => {
      serving = process;
      for (const page of pages) page.connect();
    },
    serverEnded: () => {
      serving = undefined;
      for (const page of pages) page.disconnect();
    },
    /** The server is silent for so long: the pages notice that, and connect again. */
    serverSuspended: (forMs: number) => {
      const suspended = serving;
      if (forMs <= SILENCE_MS) return;
      const each = (act: (page: Page) => void) => () => {
        if (serving === suspended) for (const page of pages) act(page);
      };
      world.after(
        SILENCE_MS,
        each((page) => page.disconnect()),
      );
      world.after(
        forMs,
        each((page) => page.connect()),
      );
    },
  };
}
