import type { Level } from '@semaforo/contract/domain/bulletin-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** How the national bulletin writes each level: criticality, what may stand between, alert. */
const LEVEL_WORDS: readonly { color: SignalColor; criticality: string; alert: string }[] = [
  {
    color: 'verde',
    criticality: 'Assenza di fenomeni significativi prevedibili',
    alert: 'NESSUNA ALLERTA',
  },
  { color: 'giallo', criticality: 'Ordinaria', alert: 'ALLERTA GIALLA' },
  { color: 'arancio', criticality: 'Moderata', alert: 'ALLERTA ARANCIONE' },
  { color: 'rosso', criticality: 'Elevata', alert: 'ALLERTA ROSSA' },
];

/** Between the two words the risks may be named, and nothing else. */
const RISKS_NAMED =
  /^(?: criticità)?(?: per rischio (?:idraulico|temporali|idrogeologico)(?:(?:, | e | ed )(?:per rischio )?(?:idraulico|temporali|idrogeologico)){0,2})?$/u;

/** The level that the words of the bulletin mean, word for word; null when they are not exactly those. */
export function levelOfWords(words: unknown): Level {
  if (typeof words !== 'string') return null;
  const [criticality, alert, ...rest] = words.normalize('NFC').trim().replace(/\s+/gu, ' ').split(' / ');
  const level = LEVEL_WORDS.find((known) => known.alert === alert);
  if (!level || rest.length > 0 || criticality?.startsWith(level.criticality) !== true) return null;
  const between = criticality.slice(level.criticality.length);
  const isAsWritten = level.color === 'verde' ? between === '' : RISKS_NAMED.test(between);
  return isAsWritten ? level.color : null;
}
