import { decimal, formatDuration } from '../italian.ts';
import { LOCALE } from '../rome-time.ts';
import type { GaugeFault, GaugeState } from './gauge-state.ts';
import type { SiteRule, WarningColor } from './site-rule.ts';

// What happened at a site, in Italian.

export const HEARD = 'Il sensore parla di nuovo';

/** '31 cm', '12,5 cm'. */
export function centimetres(value: number): string {
  return `${decimal(value)} cm`;
}

/** 'Acqua a 31 cm, sopra 30 per 20 s', with who agrees; 'Galleggiante alzato'. */
export function exceeded(
  color: WarningColor,
  { level, float, person, isRapid }: GaugeState,
  rule: SiteRule,
): string {
  const threshold = rule.thresholds.find((one) => one.color === color);
  const isOver = threshold !== undefined && level !== null && level.value >= threshold.at;
  const isNear = threshold !== undefined && level !== null && isRapid && level.value >= threshold.clear_at;
  const others = [
    ...(float?.value === 1 ? ['galleggiante alzato'] : []),
    ...(person?.saw === true ? [`${person.by} ha visto acqua`] : []),
  ];
  if (isOver || isNear) {
    const above = isOver
      ? `sopra ${centimetres(threshold.at)}${threshold.for_s > 0 ? ` per ${threshold.for_s} s` : ''}`
      : `in salita rapida verso ${centimetres(threshold.at)}`;
    return [`Acqua a ${centimetres(level.value)}, ${above}`, ...others].join('; ');
  }
  return others.length > 0 ? capital(others.join('; ')) : 'Acqua';
}

/** 'Acqua scesa sotto 22 cm: la luce resta com’è finché una persona non la conclude'. */
export function cleared(color: WarningColor, { thresholds }: SiteRule): string {
  const threshold = thresholds.find((one) => one.color === color);
  const what = threshold ? `Acqua scesa sotto ${centimetres(threshold.clear_at)}` : 'Galleggiante abbassato';
  return `${what}: la luce resta com’è finché una persona non la conclude`;
}

/** 'Salita rapida: 4 cm in un minuto, limite 3'. */
export function rapid(rise: number, limit: number): string {
  return `Salita rapida: ${centimetres(rise)} in un minuto, limite ${limit.toLocaleString(LOCALE)}`;
}

/** 'Sensore muto da 6 minuti', or what else makes its measures worth nothing. */
export function silent(silentMs: number, { fault, level }: GaugeState): string {
  const why = fault === null ? 'Sensore muto' : `Misura ${fault.kind}`;
  const last = level === null ? '' : `; ultimo livello saputo: ${centimetres(level.value)}`;
  return `${why} da ${formatDuration(silentMs)}${last}`;
}

const FAULT_WORDS: Record<GaugeFault, string> = {
  'fuori scala': 'Misura fuori scala: la sonda non può vederlo',
  dubbia: 'La sonda stessa dubita della misura',
  instabile: 'Misura instabile: salta più volte in dieci minuti',
  ferma: 'Misura ferma: sempre lo stesso valore da sei ore, e non è a riposo',
  deriva: 'Lo zero si è spostato: da tre giorni il livello più basso non è zero',
  'in disaccordo': 'Galleggiante e livello non vanno d’accordo',
};

export function faulty(kind: GaugeFault, { level }: Pick<GaugeState, 'level'>): string {
  return level === null
    ? FAULT_WORDS[kind]
    : `${FAULT_WORDS[kind]} (ultimo livello: ${centimetres(level.value)})`;
}

/** 'mario ha visto acqua sul posto'. */
export function seen({ saw, by }: { saw: boolean; by: string }): string {
  return saw ? `${by} ha visto acqua sul posto` : `${by} non ha visto acqua sul posto`;
}

/** 'Rosso acceso dal posto su Mulini'. */
export function lit({ color, name }: { color: WarningColor; name: string }): string {
  return `${capital(color)} acceso dal posto su ${name}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
