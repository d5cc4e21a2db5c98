import type { SignalColor } from './signal-color.ts';

/** The levels of the Italian weather-alert system as citizens know them (docs/rules.md#words-and-times). */
export const ALERT_LABELS: Record<SignalColor, string> = {
  verde: 'nessuna allerta',
  giallo: 'allerta gialla',
  arancio: 'allerta arancione',
  rosso: 'allerta rossa',
};
