import type { SensorRecord, SiteRuleRecord } from '@semaforo/contract/api/sensors';
import {
  type SitePolicy,
  WARNING_COLORS,
  type WarningColor,
} from '@semaforo/contract/domain/sensors/site-rule';
import { readDecimal, writeDecimal } from '../platform/decimal-field.ts';

/** A threshold as it is written; without a level it is none. */
type WrittenThreshold = { at: string; clear_at: string; for_s: string };

/** The rule of a site as a person writes it. */
export type WrittenRule = Record<WarningColor, WrittenThreshold> & {
  rate_per_min: string;
  policy: SitePolicy;
  silent: SiteRuleRecord['silent'];
  silent_after_min: string;
  silent_color: WarningColor;
  float_color: WarningColor | '';
  votes: '1' | '2';
  local: boolean;
  device_ids: number[];
};

export const POLICY_WORDS: Record<SitePolicy, { label: string; means: string }> = {
  warn: { label: 'Avvisa', means: 'Chiama i reperibili. La luce non cambia.' },
  propose: { label: 'Propone', means: 'Prepara l’allerta: una persona la conferma.' },
  raise: { label: 'Alza da solo', means: 'Accende la luce. Non abbassa mai: lo fa una persona.' },
};

/** The rule of a site as its form begins; a new one has the levels that most underpasses have. */
export function writeRule(rule: SensorRecord['rule']): WrittenRule {
  const usual: Record<WarningColor, WrittenThreshold> = {
    giallo: { at: '', clear_at: '', for_s: '20' },
    arancio: { at: '15', clear_at: '10', for_s: '20' },
    rosso: { at: '30', clear_at: '22', for_s: '20' },
  };
  const written = (color: WarningColor): WrittenThreshold => {
    if (rule === null) return usual[color];
    const threshold = rule.thresholds.find((one) => one.color === color);
    if (!threshold) return { at: '', clear_at: '', for_s: '20' };
    return {
      at: writeDecimal(threshold.at),
      clear_at: writeDecimal(threshold.clear_at),
      for_s: String(threshold.for_s),
    };
  };
  return {
    ...{ giallo: written('giallo'), arancio: written('arancio'), rosso: written('rosso') },
    rate_per_min: rule?.rate_per_min ? writeDecimal(rule.rate_per_min) : '',
    policy: rule?.policy ?? 'propose',
    silent: rule?.silent ?? 'alarm',
    silent_after_min: writeDecimal((rule?.silent_after_s ?? 360) / 60),
    silent_color: rule?.silent_color ?? 'giallo',
    float_color: rule === null ? 'rosso' : (rule.float_color ?? ''),
    votes: rule?.votes === 2 ? '2' : '1',
    local: rule?.local ?? false,
    device_ids: [...(rule?.device_ids ?? [])],
  };
}

/** The rule that is meant, or what is wrong with a number of it, in Italian. */
export function readRule(written: WrittenRule): SiteRuleRecord | { fault: string } {
  const numbers: string[] = [];
  const read = (text: string, name: string) => {
    const value = readDecimal(text) ?? Number.NaN;
    if (!Number.isFinite(value)) numbers.push(name);
    return value;
  };
  const thresholds = WARNING_COLORS.flatMap((color) => {
    const { at, clear_at, for_s } = written[color];
    if (at.trim() === '') return [];
    return [
      {
        color,
        at: read(at, `la soglia del ${color}`),
        clear_at: read(clear_at, `il livello a cui cala il ${color}`),
        for_s: Math.round(read(for_s, `i secondi del ${color}`)),
      },
    ];
  });
  const rate = written.rate_per_min.trim() === '' ? null : read(written.rate_per_min, 'la salita rapida');
  const silent = read(written.silent_after_min, 'il silenzio');
  if (numbers.length > 0) return { fault: `Serve un numero: ${numbers.join(', ')}` };
  return {
    thresholds,
    rate_per_min: rate,
    policy: written.policy,
    silent: written.silent,
    silent_after_s: Math.round(silent * 60),
    silent_color: written.silent_color,
    float_color: written.float_color === '' ? null : written.float_color,
    votes: written.votes === '2' ? 2 : 1,
    local: written.local,
    device_ids: written.device_ids,
  };
}
