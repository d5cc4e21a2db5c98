import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import { type LampColor, severalLitReason } from '@semaforo/contract/domain/lamps';
import type { TruthDevice } from './device-body.ts';
import type { Findings } from './findings.ts';
import type { LampReports } from './lamp-reports.ts';
import type { Invariant, ReportViolation } from './violation.ts';

/** A link that died is known to be dead within 5 s; so long may a fresh lamp be an older word. */
export const KNOWN_DEAD_WITHIN_MS = 7000;

/** What holds at every moment, whatever is broken: of a page's records as of an answer of the server. */
export function checkAnyTime(
  {
    records,
    devices,
    now,
    isLinkDead,
    hasReported = () => true,
  }: {
    records: Iterable<DeviceStatusRecord>;
    devices: ReadonlyMap<string, TruthDevice>;
    now: number;
    /** The link died so long ago that the server must know. */
    isLinkDead: boolean;
    /** Whether the device spoke of that lamp since the link was made. */
    hasReported?: (key: string, lamp: LampColor) => boolean;
  },
  reportViolation: ReportViolation,
): void {
  const since = now - KNOWN_DEAD_WITHIN_MS;
  for (const { topic: key, lamps } of records) {
    for (const lamp of lamps) {
      const reports = devices.get(key)?.reports(lamp.color);
      const what =
        reports &&
        whatIsWrong(lamp, reports, { since, isLinkDead, hasReported: hasReported(key, lamp.color) });
      if (what) reportViolation(what.invariant, `${key} ${lamp.color} ${what.what}`, { key });
    }
  }
}

function whatIsWrong(
  { on, fresh }: LampRecord,
  reports: LampReports,
  { since, isLinkDead, hasReported }: { since: number; isLinkDead: boolean; hasReported: boolean },
): { invariant: Invariant; what: string } | undefined {
  if (on === true && !reports.reportedOn(true))
    return { invariant: 'lit-unsaid', what: 'is lit and never said so' };
  if (!fresh) return undefined;
  if (isLinkDead) return { invariant: 'fresh-wrong', what: 'is fresh, and the link is dead' };
  if (!hasReported)
    return { invariant: 'fresh-wrong', what: 'is fresh, and nothing was said of it since the link was made' };
  return reports.lastOnesSince(since).has(on ?? undefined)
    ? undefined
    : { invariant: 'fresh-wrong', what: `is ${on} and fresh, and not what was said` };
}

/** What holds once all is calm: nobody has to speak again. */
export function checkCalmLamps(
  { records, devices, stored, linkLog }: Pick<Findings, 'records' | 'devices' | 'stored' | 'linkLog'>,
  reportViolation: ReportViolation,
): void {
  for (const record of records) {
    const { topic: key, lamps, stale, status } = record;
    const device = devices.get(key);
    if (!device) continue;
    for (const lamp of lamps) {
      checkLamp({ device, lamp, stored: stored.get(key)?.[lamp.color] }, reportViolation);
      const hasReported = linkLog.isReportedLive(linkLog.newestConnection(), key, lamp.color);
      if (lamp.fresh !== hasReported)
        reportViolation(
          'fresh-wrong',
          `${key} ${lamp.color}: fresh ${lamp.fresh}, said since the link was made ${hasReported}`,
          { key },
        );
    }
    if (!stale && lamps.some(({ color, on, fresh }) => color === status && (on !== true || !fresh)))
      reportViolation('fresh-wrong', `${key} shows ${status} as fresh, and its lamp is not`, { key });
    checkTwoLit(record, device, reportViolation);
  }
}

function checkLamp(
  { device, lamp, stored }: { device: TruthDevice; lamp: LampRecord; stored: boolean | undefined },
  reportViolation: ReportViolation,
): void {
  const { key } = device;
  const { color, fresh } = lamp;
  const on = lamp.on ?? undefined;
  const last = device.reports(color).lastOnes();
  if (!last.has(on)) {
    const reported = [...last].join(' or ');
    reportViolation(
      fresh ? 'fresh-wrong' : 'shown-wrong',
      `${key} ${color} is ${on}, and the device said ${reported}`,
      {
        key,
      },
    );
  }
  if (stored !== on)
    reportViolation('stored-wrong', `${key} ${color} is ${on} and stored as ${stored}`, { key });
}

function checkTwoLit(
  { topic: key, lamps, error, error_reason: reason, pending }: DeviceStatusRecord,
  device: TruthDevice,
  reportViolation: ReportViolation,
): void {
  const lit = lamps.filter(({ color }) => {
    const last = device.reports(color).lastOnes();
    return last.size === 1 && last.has(true);
  });
  if (lit.length < 2 || pending !== null) return;
  const names = lit.map(({ color }) => color).join(', ');
  if (!error) reportViolation('two-lit', `${key} said that ${names} are lit, and is not in error`, { key });
  const byName = severalLitReason(
    Object.fromEntries(lit.map(({ color }) => [color, { on: true, reportedAt: 0, reportedIn: null }])),
  );
  if (reason?.startsWith('Più lampade') && reason !== byName)
    reportViolation('two-lit', `${key} said that ${names} are lit, and its error is '${reason}'`, { key });
}
