import { isDeepStrictEqual } from 'node:util';
import type { CsvReport } from '@semaforo/contract/api/device-csv';
import type { LimitFunction } from 'p-limit';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { type CsvDevice, type CsvReading, checkCsv } from './check-csv.ts';
import type { CsvImportRepository, ImportedDevice } from './csv-import.repository.ts';
import { csvRows } from './csv-rows.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import type { DeviceStates } from './device-states.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { isSameDevice, type KnownDevice } from './known-device.ts';
import { NEW_DEVICE, refusing } from './manage-devices.ts';

/** `skipErrors`: lines with errors are left out, the others are written. `withRows`: the report tells of each line. */
type ImportCall = { author: AuditAuthor; dryRun: boolean; skipErrors: boolean; withRows: boolean };

/**
 * Creates and changes devices from a table: all of its lines or, with an error in any, none, unless those are to be
 * left out. A dry run only reports.
 */
export function createCsvImport(options: {
  repository: CsvImportRepository & Pick<DevicesRepository, 'usernames'>;
  directory: DeviceDirectory;
  states: Pick<DeviceStates, 'deviceChanged'>;
  listEvents: EventChannel<DeviceListEvent>;
  /** See createDeviceManagement. */
  mutex: LimitFunction;
  clock: Clock;
}) {
  const { repository, directory, states, listEvents } = options;

  const planOf = (device: CsvDevice): ImportedDevice & { changes: boolean } => {
    const known = directory.findByKey(device.topic);
    if (!known) return { before: undefined, after: { ...NEW_DEVICE, ...device }, changes: true };
    const { id: _id, ...before } = known;
    const after = { ...before, ...device };
    return { before: known, after, changes: !isDeepStrictEqual(before, after) };
  };

  const emit = async (devices: readonly ImportedDevice[], ids: ReadonlyMap<string, number>) => {
    const replaced: KnownDevice[] = [];
    const slices = createTimeSlices();
    for (const { before, after } of devices) {
      await slices.yieldToEventLoop();
      const id = ids.get(after.topic);
      if (id === undefined) continue;
      const device = { ...after, id };
      directory.put(device);
      if (!before) continue;
      states.deviceChanged(before, device);
      if (!isSameDevice(before, device)) replaced.push(before);
    }
    const owners = devices.flatMap(({ before, after }) => [before?.ownerId ?? null, after.ownerId]);
    listEvents.publish({ owners: [...new Set(owners)] });
    for (const device of replaced) listEvents.publish({ owners: [], replaced: device });
  };

  const apply = async (
    { devices, errors }: Awaited<ReturnType<typeof checkCsv>>,
    call: ImportCall,
  ): Promise<CsvReport | Refusal> => {
    const planned: ReturnType<typeof planOf>[] = [];
    const slices = createTimeSlices();
    for (const device of devices) {
      planned.push(planOf(device));
      await slices.yieldToEventLoop();
    }
    const changing = planned.filter(({ changes }) => changes);
    const created = changing.filter(({ before }) => before === undefined).length;
    const applied = (errors.length === 0 || call.skipErrors) && !call.dryRun;
    if (applied && changing.length > 0) {
      const act = { author: call.author, at: options.clock.now() };
      const ids = await refusing(() => repository.importAll(changing, act));
      if (ids instanceof Refusal) return ids;
      await emit(changing, ids);
    }
    const unchanged = planned.length - changing.length;
    return { created, updated: changing.length - created, unchanged, errors, applied };
  };

  return async (text: string, call: ImportCall): Promise<CsvReport | Refusal> => {
    const usernames = await repository.usernames();
    const ownerIds = new Map([...usernames].map(([id, name]) => [name, id]));
    const readings: CsvReading[] = [];
    const read = call.withRows ? (reading: CsvReading) => void readings.push(reading) : undefined;
    const stored = devicesByTopic(directory.listAll());
    const checked = await checkCsv(text, ownerIds, { stored, read });
    return options.mutex(async () => {
      // Before anything is written: afterwards all lines are the same.
      const rows = csvRows(readings, { findByKey: directory.findByKey, usernames });
      const report = await apply(checked, call);
      return report instanceof Refusal || !call.withRows ? report : { ...report, rows };
    });
  };
}

/** Each by its topic, and by that in lower case where no other is written so. */
function devicesByTopic(devices: readonly KnownDevice[]): Map<string, KnownDevice> {
  const stored = new Map(devices.map((device) => [device.topic.toLowerCase(), device]));
  for (const device of devices) stored.set(device.topic, device);
  return stored;
}

export type CsvImport = ReturnType<typeof createCsvImport>;
