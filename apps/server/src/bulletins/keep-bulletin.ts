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

const compress = promisify(gzip);

/** A new bulletin was stored; `read` null: nothing of it could be read. */
export type BulletinEvent = { bulletinId: number; read: ReadBulletin | null };

/** What is kept of the network in a day, compressed: a hundred times what sources publish. */
const KEPT_OF_A_DAY_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** Thrown instead of keeping more of a source than its day has room for; its message is Italian. */
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
  events: EventChannel<BulletinEvent>;
  /** Bytes that the network may add within 24 hours; a hostile source must not fill the disk. */
  keptOfADayBytes?: number;
  clock: Clock;
  logger: Logger;
}): KeepBulletin {
  const { repository, events, clock, logger, keptOfADayBytes = KEPT_OF_A_DAY_BYTES } = options;
  return async ({ source, origin, documents, read }, author) => {
    const text = JSON.stringify(documents);
    const hash = createHash('sha256').update(text).digest('hex');
    const content = await compress(text);
    if (origin === 'rete' && !(await repository.isKept(hash))) {
      const before = await repository.bytesSince(source, clock.now() - DAY_MS);
      if (before + content.length > keptOfADayBytes) {
        throw new TooMuchOfSourceError('La fonte ha mandato più di quanto si conserva in un giorno');
      }
    }
    const kept = await repository.keep({ source, origin, hash, content, read }, { author, at: clock.now() });
    if (!kept.isNew) return kept;
    const isUnreadable = read instanceof UnreadableBulletin;
    const faults = isUnreadable ? [read.reason] : read.gaps;
    if (faults.length > 0) logger.warn({ bulletin: kept.id, faults }, 'a bulletin could not be read in full');
    events.publish({ bulletinId: kept.id, read: isUnreadable ? null : read });
    return kept;
  };
}
