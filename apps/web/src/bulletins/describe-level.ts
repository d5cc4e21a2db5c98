import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import type { Level, Risk } from '@semaforo/contract/domain/bulletin-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { capitalised } from '../lamps/color-labels.ts';
import type { IconName } from '../ui/icon.tsx';

/** The criticality in the words of the bulletin. */
const CRITICALITIES: Record<SignalColor, string> = {
  verde: 'assente',
  giallo: 'ordinaria',
  arancio: 'moderata',
  rosso: 'elevata',
};

/** 'Allerta arancione', 'Nessuna allerta', 'Non disponibile'. */
export function formatAlertLevel(level: Level): string {
  return level === null ? 'Non disponibile' : capitalised(ALERT_LABELS[level]);
}

/** The criticality of a risk: 'moderata', 'assente', 'non disponibile'. */
export function formatCriticality(level: Level): string {
  return level === null ? 'non disponibile' : CRITICALITIES[level];
}

/** The risks in the order in which they are shown. */
export const SHOWN_RISKS: readonly { risk: Risk; label: string; icon: IconName }[] = [
  { risk: 'idraulico', label: 'Idraulico', icon: 'water' },
  { risk: 'idrogeologico', label: 'Idrogeologico', icon: 'mountain' },
  { risk: 'temporali', label: 'Temporali', icon: 'storm' },
];
