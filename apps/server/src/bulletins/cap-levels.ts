import type { Level, Risk } from '@semaforo/contract/domain/bulletin-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { childrenOf, textOf, type XmlElement } from './xml-tree.ts';

/** The four levels as Meteoalarm's parameter `awareness_level` writes them. */
const AWARENESS_LEVELS: Record<string, SignalColor> = {
  '1; green; Minor': 'verde',
  '2; yellow; Moderate': 'giallo',
  '3; orange; Severe': 'arancio',
  '4; red; Extreme': 'rosso',
};

/** Of its `awareness_type` those that are risks of a bulletin of criticality, by their number. */
const AWARENESS_TYPES: Record<string, Risk> = {
  '3': 'temporali',
  '10': 'idrogeologico',
  '12': 'idraulico',
  '13': 'idrogeologico',
};

/** The level of an `info`; null when it has no awareness level, or one that disagrees with its severity. */
export function levelOfInfo(info: XmlElement): Level {
  const written = parameterOf(info, 'awareness_level') ?? '';
  const [number = '', color = '', severity = ''] = written.split(';').map((part) => part.trim());
  const isAgreed = severity === textOf(info, 'severity');
  return isAgreed ? (AWARENESS_LEVELS[`${number}; ${color}; ${severity}`] ?? null) : null;
}

/** The risk of an `info`; null for another (wind, snow, …), undefined when it says none. */
export function riskOfInfo(info: XmlElement): Risk | null | undefined {
  const written = parameterOf(info, 'awareness_type');
  return written === undefined ? undefined : (AWARENESS_TYPES[written.split(';')[0]?.trim() ?? ''] ?? null);
}

function parameterOf(info: XmlElement, name: string): string | undefined {
  const found = childrenOf(info, 'parameter').find((parameter) => textOf(parameter, 'valueName') === name);
  return found && textOf(found, 'value');
}
