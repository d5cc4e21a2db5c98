import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { nationalBulletin } from '@semaforo/testing/national-bulletin';
import type { SeededRandom } from '../truth/seeded-random.ts';
import { DAY_MS } from './times.ts';
import { BULLETINS } from './town.ts';

const ZONE = 'Basso Torno, Piana e Laguna';
const DAYS = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The documents of the bulletin of a day, by their addresses: mostly nothing is expected. */
export function bulletinOf(now: number, chance: SeededRandom): [address: string, document: object][] {
  const level = () => (chance.happens(0.85) ? 'verde' : chance.pick([...SIGNAL_COLORS]));
  const { envelope, today, tomorrow } = nationalBulletin({
    today: [{ name: ZONE, idraulico: level() }, { name: 'Alto Torno' }],
    tomorrow: [{ name: ZONE, idraulico: level() }, { name: 'Alto Torno' }],
    date: new Date(now).toISOString(),
    name: `Bollettino ${new Date(now).toISOString()}`,
    days: [wordsOf(now), wordsOf(now + DAY_MS)],
  });
  const address = (file: string) => new URL(file, BULLETINS).href;
  return [
    [BULLETINS, envelope],
    [address(envelope.today.topo_json), today],
    [address(envelope.tomorrow.topo_json), tomorrow],
  ];
}

function wordsOf(at: number): string {
  const words = DAYS.format(at);
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}
