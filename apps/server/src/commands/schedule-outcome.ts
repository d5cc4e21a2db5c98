import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { counted, formatDuration, formatOthers } from '@semaforo/contract/domain/italian';
import { PUNCTUAL_WITHIN_MS, type ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';

/** So many devices that did not confirm are named. */
export const NAMED_AT_MOST = 5;
const MINUTE_MS = 60_000;

const DEVICES = {
  semaforo: { word: ['semaforo', 'semafori'], gender: 'masculine' },
  lanterna: { word: ['lanterna', 'lanterne'], gender: 'feminine' },
} as const;

/** What the deliveries of a schedule's command came to, once they have all ended. */
export type EndedDeliveries = {
  total: number;
  confirmed: number;
  superseded: number;
  stopped: number;
  /** Of how many something was handed to the broker while the device could hear it. */
  sent: number;
  /** Why one of them ended without a confirmation. */
  reason: string | null;
  /** How long after the time of the schedule the last of them was sent, or accepted when that is not known. */
  lateMs: number;
  deviceType: LampDeviceType;
  /** Devices that did not confirm: at least the first ones. */
  unconfirmed: readonly string[];
};

/** The outcome of a schedule (docs/rules.md#schedule-outcomes), and its reason in Italian. */
export function scheduleOutcome(ended: EndedDeliveries): { outcome: ScheduleOutcome; reason: string | null } {
  const { total, confirmed, superseded, stopped, sent, lateMs } = ended;
  if (confirmed === total) {
    return lateMs > PUNCTUAL_WITHIN_MS
      ? {
          outcome: 'in ritardo',
          reason: `Eseguita con ${formatDuration(toWholeMinutes(lateMs))} di ritardo`,
        }
      : { outcome: 'eseguita', reason: null };
  }
  if (superseded === total) return { outcome: 'superata', reason: ended.reason };
  if (stopped === total) return { outcome: 'annullata', reason: ended.reason };
  if (sent + confirmed + superseded === 0) {
    return { outcome: 'mancata', reason: ended.reason ?? 'Comando non inviato' };
  }
  return { outcome: 'non confermata', reason: unconfirmedReason(ended) };
}

/** 'Non confermata da 2 semafori: Piazza, Ponte'; of many the first five and '… e altri 7'. */
function unconfirmedReason({ total, confirmed, deviceType, unconfirmed }: EndedDeliveries): string {
  const { word, gender } = DEVICES[deviceType];
  const count = total - confirmed;
  const names = unconfirmed.slice(0, NAMED_AT_MOST);
  const others = count - names.length;
  const rest = others > 0 ? ` … e ${formatOthers(others, gender)}` : '';
  return `Non confermata da ${counted(count, word)}: ${names.join(', ')}${rest}`;
}

/** A delay of minutes needs no seconds; a shorter one stays as it is. */
function toWholeMinutes(ms: number): number {
  return ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
}
