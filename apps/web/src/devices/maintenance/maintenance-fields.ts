import { maintenanceTrouble } from '@semaforo/contract/domain/maintenance';
import { recurringInstant, romeWallTime } from '@semaforo/contract/domain/rome-time';

/** Half a day: what is begun in the morning is done by the evening. */
const USUAL_MS = 8 * 3_600_000;

/** What a person types: a day (2026-11-26) and a time (18:30) of Rome, and why. */
export type MaintenanceFields = { day: string; time: string; reason: string };

/** What the form begins with: that of the device, if any; both instants in epoch milliseconds. */
export function firstFields(
  maintenance: { until: string; reason: string } | null,
  now: number,
): MaintenanceFields {
  const { date, time } = romeWallTime(maintenance ? Date.parse(maintenance.until) : now + USUAL_MS);
  return { day: date, time: time.slice(0, 5), reason: maintenance?.reason ?? '' };
}

export type FieldFaults = { until?: string; reason?: string };

/** What is to be sent, or what is wrong with the fields, in Italian. */
export function readFields(
  { day, time, reason }: MaintenanceFields,
  now: number,
): { given: { until: string; reason: string } } | { faults: FieldFaults } {
  const until = day === '' || time === '' ? undefined : recurringInstant(day, time).at;
  const trouble = until === undefined ? 'Scegli giorno e ora' : maintenanceTrouble(until, now);
  const written = reason.trim();
  const faults = {
    ...(trouble !== undefined && { until: trouble }),
    ...(written === '' && { reason: 'Scrivi perché: chi guarda il segnale lo legge' }),
  };
  if (until === undefined || Object.keys(faults).length > 0) return { faults };
  return { given: { until: new Date(until).toISOString(), reason: written } };
}
