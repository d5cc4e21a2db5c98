import type {
  bulletinRoutes,
  ReadBulletinRecord,
  StoredBulletinRecord,
} from '@semaforo/contract/api/bulletins';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { SerializedJson } from '../http/serialized-json.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { BulletinsRepository, StoredBulletin } from './bulletins.repository.ts';
import type { KeepBulletin } from './keep-bulletin.ts';
import { type createLevelsOf, createZoneFinder, type KnownZone, withCodes } from './levels-of-day.ts';
import { UnreadableBulletin } from './read-bulletin.ts';
import { readNationalBulletin } from './read-national-bulletin.ts';
import type { ReaderStateRepository } from './reader-state.repository.ts';

export function createBulletinHandlers(options: {
  repository: BulletinsRepository;
  readerState: ReaderStateRepository;
  /** True when bulletins are read from the network. */
  isReading: boolean;
  keep: KeepBulletin;
  /** The zones that count on a day. */
  zonesOfDay: (day: string) => Promise<readonly KnownZone[]>;
  levelsOf: ReturnType<typeof createLevelsOf>;
  answerShapes: () => Promise<SerializedJson>;
  clock: Clock;
}): Handlers<typeof bulletinRoutes> {
  const { repository } = options;
  return {
    uploadBulletin: async (call) => {
      const { envelope, today, tomorrow } = call.body;
      const documents = { envelope, today, tomorrow };
      const read = readNationalBulletin(documents, options.clock.now());
      if (read instanceof UnreadableBulletin) return unreadable(read);
      const received = { source: 'nazionale', origin: 'mano', documents, read } as const;
      const { id } = await options.keep(received, authorOf(call));
      const days: ReadBulletinRecord['days'] = [];
      for (const { date, zones } of read.days) {
        const find = createZoneFinder(await options.zonesOfDay(date));
        days.push({ date, zones: withCodes(zones, find) });
      }
      return { id, name: read.name, issued_at: isoTime(read.issuedAt), days };
    },
    getLevels: ({ query: { date } }) => options.levelsOf(date),
    getZoneShapes: options.answerShapes,
    getBulletinReader: async () => {
      const state = await options.readerState.read();
      return {
        enabled: options.isReading,
        last_tried_at: isoTime(state.lastTriedAt),
        last_read_at: isoTime(state.lastReadAt),
        next_try_at: options.isReading ? isoTime(state.nextTryAt) : null,
        failure: options.isReading ? state.failure : null,
      };
    },
    listBulletins: async ({ query }) => {
      const bulletins = await repository.list({ limit: query.limit, before: query.before });
      return { bulletins: bulletins.map(toRecord) };
    },
  };
}

function unreadable({ reason }: UnreadableBulletin): Refusal {
  return new Refusal('unprocessable', {
    code: 'bulletin-unreadable',
    message: `Il bollettino non si può leggere: ${reason}`,
  });
}

function toRecord(bulletin: StoredBulletin): StoredBulletinRecord {
  const { id, source, origin, name, kind, days, hash, fault, gaps } = bulletin;
  return {
    ...{ id, source, origin, name, kind, days, hash, fault, gaps },
    issued_at: isoTime(bulletin.issued_at),
    received_at: isoTime(bulletin.received_at),
  };
}
