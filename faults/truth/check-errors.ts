import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { TruthDevice } from './device-body.ts';
import type { DeliveryRow, Findings } from './findings.ts';
import type { ReportViolation } from './violation.ts';

/** What lies between the server and a device and is not the device's. */
const NOT_THE_DEVICE = ['link', 'broker', 'server', 'database'];
const OFFLINE = 'Dispositivo non in linea';
const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';
const SEVERAL_LIT = /^Più lampade accese/;

/** A device is in error only for what it did or left undone, and never because something else was broken. */
export function checkErrors(findings: Findings, reportViolation: ReportViolation): void {
  for (const record of findings.records) {
    const { topic: key, error, error_reason: reason } = record;
    const device = findings.devices.get(key);
    if (!error || !device) continue;
    const last = findings.deliveries.filter(({ device_topic }) => device_topic === key).at(-1);
    const why = whyUntrue({ record, device, last, findings });
    if (why !== undefined)
      reportViolation('error-untrue', `${key} is in error '${reason}': ${why}`, {
        key,
        at: last?.state_changed_at ?? findings.now,
      });
  }
}

function whyUntrue({
  record,
  device,
  last,
  findings: { outages },
}: {
  record: DeviceStatusRecord;
  device: TruthDevice;
  last: DeliveryRow | undefined;
  findings: Findings;
}): string | undefined {
  const reason = record.error_reason ?? '';
  if (SEVERAL_LIT.test(reason)) {
    const maybeLit = record.lamps.filter(({ color }) => device.reports(color).lastOnes().has(true));
    return maybeLit.length < 2 ? 'it did not say so' : undefined;
  }
  // Whether the device obeyed is not known, and the reason says so.
  if (reason === INTERRUPTED && last?.state === 'scaduto') return undefined;
  if (reason === OFFLINE) return device.isSettled() ? 'it is on the broker' : undefined;
  if (last === undefined || (last.state !== 'scaduto' && last.state !== 'fallito'))
    return `its last command is ${last?.state}`;
  const { created_at: from, state_changed_at: until } = last;
  // Nobody can tell whether a device with a fault of its own would have answered.
  if (!device.isGood || outages.overlap([device.key], from, until)) return undefined;
  return outages.overlap(NOT_THE_DEVICE, from, until) ? 'something else was broken meanwhile' : undefined;
}
