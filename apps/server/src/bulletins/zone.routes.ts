import type {
  ComuneRecord,
  OwnZone,
  ZoneRecord,
  zoneCsvRoutes,
  zoneRoutes,
} from '@semaforo/contract/api/zones';
import { csvLines } from '@semaforo/contract/domain/csv';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { inChunks } from '../database/in-chunks.ts';
import type { ZonesTable } from '../database/schema/zones.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { COMUNE_COLUMNS, ZONE_COLUMNS } from './check-zone-csv.ts';
import type { ZoneImport } from './import-zones.ts';
import type { PlacesRepository, SavedPlace } from './places.repository.ts';
import type { ZonesRepository } from './zones.repository.ts';

const UNKNOWN_ZONE = new Refusal('unprocessable', {
  code: 'zone-not-found',
  message: 'Questa zona non è fra quelle che valgono',
});

export function createZoneHandlers(options: {
  repository: ZonesRepository;
  places: PlacesRepository;
  zoneImport: ZoneImport;
  changes: EventChannel<void>;
  clock: Clock;
}): Handlers<typeof zoneRoutes & typeof zoneCsvRoutes> {
  const { repository, places, changes, clock } = options;
  const today = () => romeWallTime(clock.now()).date;

  const saveOfUser = async (
    userId: number,
    codes: readonly string[],
    call: Parameters<typeof authorOf>[0],
  ): Promise<{ zones: OwnZone[] } | Refusal> => {
    const act = { author: authorOf(call), at: clock.now() };
    const refused = refusalOf(await places.saveOfUser(userId, codes, today(), act));
    if (refused) return refused;
    changes.publish();
    return { zones: await places.ofUser(userId, today()) };
  };

  return {
    listZones: async () => {
      const day = today();
      const zones = await repository.all();
      return {
        zones: zones.filter(({ valid_to }) => valid_to === null || valid_to > day).map(toRecord),
        comuni_table: await repository.comuniTable(),
      };
    },
    findComuni: async ({ query }) => ({
      comuni: await repository.findComuni(query.name),
      table: await repository.comuniTable(),
    }),
    getMyZones: async ({ actor }) => ({
      zones: await places.ofUser(actor.id, today()),
      devices: await places.ofDevices(actor, today()),
    }),
    saveMyZones: (call) => saveOfUser(call.actor.id, call.body.zones, call),
    getUserZones: async ({ params }) =>
      (await places.userExists(params.id)) ? { zones: await places.ofUser(params.id, today()) } : notFound(),
    saveUserZones: async (call) =>
      (await places.userExists(call.params.id))
        ? saveOfUser(call.params.id, call.body.zones, call)
        : notFound(),
    saveDeviceZone: async (call) => {
      const { zone } = call.body;
      const act = { author: authorOf(call), at: clock.now() };
      const refused = refusalOf(await places.saveOfDevice(call.params.id, zone, today(), act));
      if (refused) return refused;
      changes.publish();
      const named = (await repository.ofDay(today())).find(({ code }) => code === zone);
      return { zone: zone === null ? null : { code: zone, name: named?.name ?? null } };
    },
    exportZones: async () => writeZonesCsv(await repository.ofDay(today())),
    exportComuni: async () =>
      new StreamedText(writeComuniCsv(await repository.comuni(), await repository.ofDay(today()))),
    importZones: async (call) => {
      const report = await options.zoneImport.import(call.body, {
        author: authorOf(call),
        dryRun: call.query.dry_run === 'true',
        validFrom: call.query.valid_from,
      });
      if (report.applied) changes.publish();
      return report;
    },
    putBuiltInZones: async (call) => {
      const report = await options.zoneImport.putBuiltIn(authorOf(call));
      changes.publish();
      return report;
    },
  };
}

function refusalOf(saved: SavedPlace): Refusal | undefined {
  if (saved === 'saved') return undefined;
  return saved === 'absent' ? notFound() : UNKNOWN_ZONE;
}

function toRecord({ code, name, region, valid_from, valid_to }: ZonesTable): ZoneRecord {
  return { code, name, region, valid_from: valid_from === '' ? null : valid_from, valid_to };
}

/** The zones as a table for a spreadsheet with a header, as the import reads it. */
function writeZonesCsv(zones: readonly ZonesTable[]): string {
  const rows = zones.map(({ code, name, region }) => [code, name, region ?? '']);
  return csvLines([ZONE_COLUMNS, ...rows]);
}

/** The Comuni with their zones as a table for a spreadsheet with a header, as the import reads it; in pieces. */
async function* writeComuniCsv(
  comuni: readonly ComuneRecord[],
  zones: readonly ZonesTable[],
): AsyncGenerator<string> {
  const names = new Map(zones.map(({ code, name }) => [code, name]));
  const slices = createTimeSlices();
  yield csvLines([COMUNE_COLUMNS]);
  for (const some of inChunks(comuni)) {
    const rows = some.map(({ istat, name, province, province_code, region, zone }) => {
      const zoneName = zone === null ? undefined : names.get(zone);
      // A zone that counts no more has no name to be read again with.
      const cells = zone === null || zoneName === undefined ? ['', ''] : [zone, zoneName];
      return [istat, name, province, province_code, region, ...cells];
    });
    yield csvLines(rows);
    await slices.yieldToEventLoop();
  }
}
