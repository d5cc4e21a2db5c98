import { formatOthers } from '@semaforo/contract/domain/italian';
import { LOCALE, TIME_ZONE } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

export const COLOR_SIGNS: Record<SignalColor, string> = {
  verde: '🟢',
  giallo: '🟡',
  arancio: '🟠',
  rosso: '🔴',
};

const timeOfDay = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** An instant (epoch ms) as Rome's '14:32 del 21/11/2026': messages are read later than they are written. */
export function formatTime(instant: number): string {
  return `${timeOfDay.format(instant)} del ${day.format(instant)}`;
}

/** 'a, b, c e altri 997': the first names of a list and how many more there are. */
export function formatNames(names: readonly string[], most = 5): string {
  // One more is shorter to name than to count.
  const shown = names.length <= most + 1 ? names : names.slice(0, most);
  const others = names.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} e ${formatOthers(others)}`;
}
