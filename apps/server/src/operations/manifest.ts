import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** The first entry of a backup. */
export const MANIFEST = 'manifest.json';
/** The entry with the database: an SQLite file, or a dump of `pg_dump` in its custom format. */
export const DATABASE = 'database';

const manifest = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  /** When the copy shows the data (epoch ms). */
  madeAt: z.int().min(0),
  /** The newest migration of its schema. */
  migration: z.string(),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.int().min(0)),
  /** The key of stored secrets is in the copy, or it was given by the settings and is not. */
  secretKey: z.enum(['file', 'settings']),
});

export type Manifest = z.infer<typeof manifest>;

export async function readManifest(content: AsyncIterable<Buffer>): Promise<Manifest> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const parsed = manifest.safeParse(JSON.parse(Buffer.concat(parts).toString()));
  if (!parsed.success) throw new BackupError('La copia non dice che cosa contiene: è danneggiata');
  return parsed.data;
}
