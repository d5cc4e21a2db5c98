import { createHash } from 'node:crypto';
import type { BulletinSource } from '@semaforo/contract/domain/bulletin-rules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SerializedJson } from '../../http/serialized-json.ts';
import type { Clock } from '../../platform/clock.ts';
import { createZoneFinder, type KnownZone } from '../levels-of-day.ts';
import { NO_RISKS } from '../read-bulletin.ts';
import type { KnownShape, ZoneShapesRepository } from './zone-shapes.repository.ts';

/** Eight times the shapes of Italy. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

type Shown = KnownShape & { zone: string | null };

/**
 * The shapes of today's zones as GeoJSON, written once for all who ask until one of them changes. Zones of the table
 * have theirs from whichever bulletin brought one last; what the table does not know only if the latest named it.
 */
export function createAnswerZoneShapes(options: {
  repository: Pick<ZoneShapesRepository, 'newest' | 'shapesOf'>;
  /** The source of the newest bulletin that was read. */
  source: () => Promise<BulletinSource | null>;
  zonesOfDay: (day: string) => Promise<readonly KnownZone[]>;
  clock: Clock;
}): () => Promise<SerializedJson> {
  const { repository, source, zonesOfDay, clock } = options;
  let written: { tag: string; pieces: Buffer[] } | undefined;

  const write = async (shown: readonly Shown[], from: BulletinSource | null): Promise<Buffer[]> => {
    const shapes = await repository.shapesOf(shown.map(({ id }) => id));
    const features = shown.map(({ id, zone, name }, index) => {
      const properties = JSON.stringify({ zone, name });
      const geometry = `{"type":"MultiPolygon","coordinates":${shapes.get(id) ?? '[]'}}`;
      return `${index === 0 ? '' : ','}{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
    });
    const head = `{"type":"FeatureCollection","source":${JSON.stringify(from)},"features":[`;
    return [head, ...features, ']}'].map((text) => Buffer.from(text));
  };

  return async () => {
    const today = romeWallTime(clock.now()).date;
    const [known, zones, from] = await Promise.all([repository.newest(), zonesOfDay(today), source()]);
    const shown = shownOf(known, zones);
    const tag = createHash('sha256')
      .update(JSON.stringify([from, shown]))
      .digest('hex')
      .slice(0, 32);
    const pieces = written?.tag === tag ? written.pieces : await write(shown, from);
    written = { tag, pieces };
    return new SerializedJson(pieces, { tag });
  };
}

function shownOf(known: readonly KnownShape[], zones: readonly KnownZone[]): Shown[] {
  const find = createZoneFinder(zones);
  const latest = known[0]?.issuedAt;
  const shown: Shown[] = [];
  let length = 0;
  for (const shape of known) {
    const [zone = null] = find({ name: shape.name, color: null, risks: NO_RISKS });
    if (zone === null && shape.issuedAt !== latest) continue;
    length += shape.bytes;
    if (length > LONGEST_ANSWER) break;
    shown.push({ ...shape, zone });
  }
  return shown;
}
