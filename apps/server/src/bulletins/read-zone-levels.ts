import {
  foldName,
  highestLevel,
  type Level,
  type RiskLevels,
} from '@semaforo/contract/domain/bulletin-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { z } from 'zod';
import {
  LONGEST_NAME,
  NO_RISKS,
  UnreadableBulletin,
  ZONES_AT_MOST,
  type ZoneLevel,
} from './read-bulletin.ts';

/** How the national bulletin writes each level: criticality, what may stand between, alert. */
const LEVEL_LABELS: readonly { color: SignalColor; criticality: string; alert: string }[] = [
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
  /^(?: criticit\u00e0)?(?: per rischio (?:idraulico|temporali|idrogeologico)(?:(?:, | e | ed )(?:per rischio )?(?:idraulico|temporali|idrogeologico)){0,2})?$/u;

const topology = z.object({
  type: z.literal('Topology'),
  objects: z.record(
    z.string(),
    z.object({
      type: z.literal('GeometryCollection'),
      geometries: z
        .array(z.object({ properties: z.record(z.string(), z.unknown()) }))
        .min(1)
        .max(ZONES_AT_MOST),
    }),
  ),
});

type ReadZones = { zones: ZoneLevel[]; gaps: string[] };

/**
 * The zones of a TopoJSON document of the national bulletin with their levels; the geometry is not looked at. A level
 * without its exact words, or that is not the highest of the zone's risks, is not available, and the gaps say so; nor
 * is any level of a zone that is there twice with different words.
 */
export function readZoneLevels(document: unknown): ReadZones | UnreadableBulletin {
  const parsed = topology.safeParse(document);
  if (!parsed.success)
    return new UnreadableBulletin('il documento delle zone non è un TopoJSON del bollettino');
  const [collection, ...others] = Object.values(parsed.data.objects);
  if (!collection || others.length > 0) {
    return new UnreadableBulletin('il documento delle zone non ha un solo elenco di zone');
  }
  const zones = new Map<string, ZoneLevel>();
  const gaps: string[] = [];
  for (const { properties } of collection.geometries) {
    const zone = readZone(properties);
    if (!zone) {
      gaps.push('una zona è senza nome');
      continue;
    }
    const key = foldName(zone.name);
    const former = zones.get(key);
    if (!former) zones.set(key, zone);
    else if (JSON.stringify({ ...former, name: '' }) !== JSON.stringify({ ...zone, name: '' })) {
      zones.set(key, { name: former.name, color: null, risks: NO_RISKS });
    }
  }
  for (const { name, color } of zones.values()) {
    if (color === null) gaps.push(`la zona «${name}» non è leggibile o si contraddice`);
  }
  return { zones: [...zones.values()], gaps };
}

function readZone(properties: Record<string, unknown>): ZoneLevel | undefined {
  const name = properties['Nome zona'];
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME) return undefined;
  const shown = levelOfWords(properties['Rappresentata nella mappa']);
  const risks: RiskLevels = {
    idraulico: levelOfWords(properties['Per rischio idraulico']),
    temporali: levelOfWords(properties['Per rischio temporali']),
    idrogeologico: levelOfWords(properties['Per rischio idrogeologico']),
  };
  // Which of them is wrong cannot be known, so none is believed.
  const agrees = shown !== null && highestLevel(Object.values(risks)) === shown;
  return { name: name.trim(), color: agrees ? shown : null, risks: agrees ? risks : NO_RISKS };
}

/** The level that the words of the bulletin mean, word for word; null when they are not exactly those. */
function levelOfWords(words: unknown): Level {
  if (typeof words !== 'string') return null;
  const [criticality, alert, ...rest] = words.normalize('NFC').trim().replace(/\s+/gu, ' ').split(' / ');
  const level = LEVEL_LABELS.find((known) => known.alert === alert);
  if (!level || rest.length > 0 || criticality?.startsWith(level.criticality) !== true) return null;
  const between = criticality.slice(level.criticality.length);
  const isAsWritten = level.color === 'verde' ? between === '' : RISKS_NAMED.test(between);
  return isAsWritten ? level.color : null;
}
