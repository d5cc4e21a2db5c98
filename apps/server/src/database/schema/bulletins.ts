import type { BulletinOrigin, BulletinSource } from '@semaforo/contract/domain/bulletin-rules';
import type { Generated } from 'kysely';

/** Every bulletin that was ever received, and every version of it. */
export type BulletinsTable = {
  id: Generated<number>;
  source: BulletinSource;
  origin: BulletinOrigin;
  /** SHA-256 of what was received, hexadecimal: the same bulletin is not stored twice. */
  hash: string;
  /** What was received, as JSON, compressed by gzip. */
  content: Uint8Array;
  received_at: number;
  /** Null, all of them, when it could not be read. */
  name: string | null;
  kind: string | null;
  issued_at: number | null;
  /** What other messages (CAP) call it by. */
  identifier: string | null;
  /** Why nothing of it could be read; null when something was. */
  fault: string | null;
  /** What of it could not be read: a JSON array of Italian sentences. */
  gaps: string;
};

/** What a bulletin says of the zones on a day. */
export type BulletinDaysTable = {
  bulletin_id: number;
  /** `2026-11-22` */
  day: string;
  /** JSON: the levels by zone. */
  zones: string;
};

/** The messages (CAP) that a later one replaced or cancelled, whether they came before it or not. */
export type BulletinReferencesTable = { bulletin_id: number; identifier: string };

/** One row: how the last reading from the network went, whichever server did it. */
export type BulletinReaderTable = {
  id: number;
  last_tried_at: number | null;
  /** When the source last answered something that could be read. */
  last_read_at: number | null;
  next_try_at: number | null;
  /** What was wrong with the last reading, in Italian; null when nothing was. */
  failure: string | null;
  /** The bulletin that admins were told of as too old. */
  told_stale: number | null;
};

/** A shape that a bulletin gave a zone; the one of the latest bulletin is the zone's. */
export type ZoneShapesTable = {
  id: Generated<number>;
  /** As names are compared. */
  folded_name: string;
  /** SHA-256 of the shape, hexadecimal: each shape of a zone is stored once. */
  hash: string;
  /** As the first bulletin with this shape wrote it. */
  name: string;
  /** When the latest bulletin with this shape was issued. */
  issued_at: number;
  bytes: number;
  /** The coordinates of a GeoJSON MultiPolygon. */
  shape: string;
};
