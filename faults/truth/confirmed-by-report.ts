import { channelOfColor, channelOfLantern, type DeviceStatus } from '@semaforo/contract/domain/channels';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import { type LinkLog, type ReceivedReport, serverOf } from './link-log.ts';
import type { TownDevice } from './town.ts';

type Delivery = { device: TownDevice; value: DeviceStatus; createdAt: number; confirmedAt: number };

/** Of each lamp what may be its last word that the server knows; undefined: none. */
type LastReports = Map<LampColor, ReadonlySet<boolean | undefined>>;

/** What is stored together shares the time of the last; and the link is watched by a process that notes it later. */
const NOTED_WITHIN_MS = 400;

/**
 * True when the device did confirm what was commanded: after the broker acknowledged a message of the command for that
 * lamp, the device said so, and at some moment before the confirmation nothing else was lit by its last words
 * (docs/rules.md#confirmation).
 */
export function isConfirmedByReport(
  { device, value, createdAt, confirmedAt }: Delivery,
  log: Pick<LinkLog, 'sent' | 'received'>,
): boolean {
  const { key } = device;
  const awaited = lampsAwaited(device, value);
  const requestedAs = log.sent
    .filter((one) => one.key === key && one.at >= createdAt && one.settledAs !== null)
    .filter(({ channel, payload }) =>
      awaited.some(
        (lamp) => channelOf(device, lamp) === channel && payload === (value === 'spento' ? '0' : '1'),
      ),
    )
    .map(({ settledAs }) => settledAs ?? Infinity);
  const from = Math.min(...requestedAs);
  const reports = log.received.filter(
    (report) => report.key === key && report.at <= confirmedAt + NOTED_WITHIN_MS,
  );
  const servers = new Set(reports.map(({ connection }) => serverOf(connection)));
  // Of several servers one has the command, and confirms it by what it hears itself.
  return [...servers].some((server) =>
    isReported(
      { device, value, from },
      reports.filter(({ connection }) => serverOf(connection) === server),
    ),
  );
}

function isReported(
  { device, value, from }: Pick<Delivery, 'device' | 'value'> & { from: number },
  reports: readonly ReceivedReport[],
): boolean {
  const awaited = lampsAwaited(device, value);
  const answer = reports.find(
    ({ place, lamp, on }) => place > from && awaited.includes(lamp) && on === (value !== 'spento'),
  );
  if (!answer) return false;
  const known: LastReports = new Map();
  for (const { place, lamp, on, storedAt, connection } of reports) {
    // Unacknowledged, it may have been stored before the server ended, or not.
    const isPerhaps = storedAt === null && connection < answer.connection;
    known.set(lamp, new Set([...(isPerhaps ? (known.get(lamp) ?? [undefined]) : []), on]));
    if (place >= answer.place && mayShow(device.type, known, value)) return true;
  }
  return false;
}

function lampsAwaited({ type }: TownDevice, value: DeviceStatus): readonly LampColor[] {
  return value === 'spento' ? lampsOfType(type) : [value];
}

function channelOf({ key }: TownDevice, lamp: LampColor): string | undefined {
  return lamp === 'acceso' ? channelOfLantern(key) : channelOfColor(key, lamp);
}

function mayShow(type: TownDevice['type'], known: LastReports, value: DeviceStatus): boolean {
  return lampsOfType(type).every((lamp) => {
    const reports = known.get(lamp) ?? new Set([undefined]);
    if (lamp === value) return reports.has(true);
    return reports.has(false) || (value !== 'spento' && reports.has(undefined));
  });
}
