import type { Alert } from '@semaforo/contract/api/alerts';

/** What the card of a signal says of alerts. */
export type CardAlertNote = {
  /** What an exercise in course shows on it, which need not be what it shows: a real alert goes before. */
  drill: Alert['color'] | null;
  /** A person commanded it during an alert. */
  override: { alertId: number; until: string } | null;
};

/** The notes of the cards, by device; nothing for those without any. */
export function cardAlertNotes(alerts: readonly Alert[]): ReadonlyMap<number, CardAlertNote> {
  const notes = new Map<number, CardAlertNote>();
  const note = (deviceId: number, change: Partial<CardAlertNote>) =>
    notes.set(deviceId, { drill: null, override: null, ...notes.get(deviceId), ...change });
  for (const { id, drill, color, state, devices, overrides, to } of alerts) {
    if (state !== 'in corso') continue;
    if (drill) for (const deviceId of devices) note(deviceId, { drill: color });
    for (const { deviceId } of overrides) note(deviceId, { override: { alertId: id, until: to } });
  }
  return notes;
}
