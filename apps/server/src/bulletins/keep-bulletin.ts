import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BulletinOrigin, BulletinSource } from '@semaforo/contract/domain/bulletin-rules';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { BulletinsRepository } from './bulletins.repository.ts';
import { type ReadBulletin, UnreadableBulletin } from './read-bulletin.ts';
import type { KeepShapes } from './shapes/keep-shapes.ts';

const compress = promisify(gzip);

/** A new bulletin was stored; `read` null: nothing of it could be read. */
export type BulletinEvent = { bulletinId: number; read: ReadBulletin | null };

/** What is kept of the network in a day, compressed: a hundred times what sources publish. */
const KEPT_OF_A_DAY_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** Thrown instead of keeping more than there is room for; its message is Italian. */
export class TooMuchOfSourceError extends Error {}

/** Stores what was received, whether it could be read or not, and announces it. */
export type KeepBulletin = (
  received: {
    source: BulletinSource;
    origin: BulletinOrigin;
    /** What JSON can write: the documents as received. */
    documents: unknown;
    read: ReadBulletin | UnreadableBulletin;
  },
  author: AuditAuthor,
) => Promise<{ id: number; isNew: boolean }>;

export function createKeepBulletin(options: {
  repository: BulletinsRepository;
  keepShapes: KeepShapes;
  events: EventChannel<BulletinEvent>;
  /** Bytes that one source may add within 24 hours. */
  keptOfADayBytes?: number;
  /** Bytes that the network may fill in all. */
  keptBytes: number;
  clock: Clock;
  logger: Logger;
}): KeepBulletin {
  const { repository, events, clock, logger } = options;
  const refuseTooMuch = createQuota(options);
  return async ({ source, origin, documents, read }, author) => {
    const text = JSON.stringify(documents);
    const hash = createHash('sha256').update(text).digest('hex');
    const content = await compress(text);
    if (origin === 'rete' && !(await repository.isKept(hash))) await refuseTooMuch(source, content.length);
    const { id, isNew } = await repository.keep(
      { source, origin, hash, content, read },
      { author, at: clock.now() },
    );
    if (!(read instanceof UnreadableBulletin)) {
      await options.keepShapes(documents, { issuedAt: read.issuedAt, isNew, author });
    }
    if (isNew) {
      warnOfFaults(logger, id, read);
      events.publish({ bulletinId: id, read: read instanceof UnreadableBulletin ? null : read });
    }
    return { id, isNew };
  };
}

/** A hostile source must not fill the disk. What is stored stays: what is new is refused, and that is a failure. */
function createQuota(options: {
  repository: Pick<BulletinsRepository, 'bytesSince'>;
  keptOfADayBytes?: number;
  keptBytes: number;
  clock: Clock;
}) {
  const { repository, clock, keptBytes, keptOfADayBytes = KEPT_OF_A_DAY_BYTES } = options;
  return async (source: BulletinSource, bytes: number): Promise<void> => {
    if ((await repository.bytesSince(clock.now() - DAY_MS, source)) + bytes > keptOfADayBytes) {
      throw new TooMuchOfSourceError('La fonte ha mandato più di quanto si conserva in un giorno');
    }
    if ((await repository.bytesSince(0)) + bytes > keptBytes) {
      throw new TooMuchOfSourceError(
        'Lo spazio per i bollettini è finito: i nuovi non si leggono finché un amministratore non alza BULLETIN_KEEP_MB',
      );
    }
  };
}

function warnOfFaults(logger: Logger, id: number, read: ReadBulletin | UnreadableBulletin): void {
  const faults = read instanceof UnreadableBulletin ? [read.reason] : read.gaps;
  if (faults.length > 0) logger.warn({ bulletin: id, faults }, 'a bulletin could not be read in full');
}
