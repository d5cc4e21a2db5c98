import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import { z } from 'zod';
import type { AuditAuthor } from '../../database/audit-trail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { readZoneShapes } from './read-zone-shapes.ts';
import type { ZoneShapesRepository } from './zone-shapes.repository.ts';

/** Stores the shapes that a bulletin brings. Its levels are stored before, and a wrong shape is no failure. */
export type KeepShapes = (
  documents: unknown,
  bulletin: { issuedAt: number; isNew: boolean; author: AuditAuthor },
) => Promise<void>;

const zoneDocuments = z.object({ today: z.unknown(), tomorrow: z.unknown() });

export function createKeepShapes(options: {
  repository: Pick<ZoneShapesRepository, 'keep' | 'isKept'>;
  clock: Clock;
  logger: Logger;
}): KeepShapes {
  const { repository, clock, logger } = options;

  const keep: KeepShapes = async (documents, { issuedAt, isNew, author }) => {
    // One that came without its geometry, by hand, may come with it later.
    const { data: parts } = zoneDocuments.safeParse(documents);
    if (!parts || (!isNew && (await repository.isKept(issuedAt)))) return;
    const shapes = [...(await readZoneShapes(parts.today)), ...(await readZoneShapes(parts.tomorrow))];
    const ofZones = new Map(shapes.map((shape) => [foldName(shape.name), shape]));
    const act = isNew ? { author, at: clock.now() } : undefined;
    const refused = await repository.keep([...ofZones.values()], issuedAt, act);
    if (refused > 0) logger.warn({ refused }, 'there is no room for more shapes of zones');
  };

  return async (documents, bulletin) => {
    try {
      await keep(documents, bulletin);
    } catch (error) {
      logger.error({ err: error }, 'the shapes of a bulletin could not be stored');
    }
  };
}
