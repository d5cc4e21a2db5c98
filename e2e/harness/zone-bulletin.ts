import { romeWallTime } from '@semaforo/contract/domain/rome-time';

/** Two invented zones, as a table has them. */
export const ZONES_CSV =
  'zona_codice,zona_nome,regione_nome\nVald-A,Ponente,Valdombra\nVald-B,Levante,Valdombra\n';

const DAY_MS = 86_400_000;
const CALM = 'Assenza di fenomeni significativi prevedibili / NESSUNA ALLERTA';
const YELLOW = 'Ordinaria / ALLERTA GIALLA';
const ORANGE = 'Moderata / ALLERTA ARANCIONE';
/** Two squares that share a side. */
const ARCS = [
  [
    [11, 42],
    [11, 43],
  ],
  [
    [11, 43],
    [10, 43],
    [10, 42],
    [11, 42],
  ],
  [
    [11, 42],
    [12, 42],
    [12, 43],
    [11, 43],
  ],
];

/** A national bulletin of now: Ponente is arancio today and giallo tomorrow, Levante verde on both days. */
export function bulletinOfNow() {
  const now = Date.now();
  const part = (when: string, day: number) => ({
    html_descrition: `<p>Per la giornata di ${when}, ${longDay(day)}:</p>`,
    topo_json: `files/topojson/${when}.json`,
  });
  return {
    envelope: {
      type: 'first',
      date: new Date(now).toISOString(),
      name: 'Bollettino di prova',
      today: part('oggi', now),
      tomorrow: part('domani', noonAfter(now)),
    },
    today: topology(ORANGE),
    tomorrow: topology(YELLOW),
  };
}

function topology(ofPonente: string) {
  const zone = (name: string, idraulico: string, arcs: number[][]) => ({
    type: 'Polygon',
    arcs,
    properties: {
      'Nome zona': name,
      'Rappresentata nella mappa': idraulico.replace(' / ALLERTA', ' per rischio idraulico / ALLERTA'),
      'Per rischio idraulico': idraulico,
      'Per rischio temporali': CALM,
      'Per rischio idrogeologico': CALM,
    },
  });
  const geometries = [zone('Ponente', ofPonente, [[0, 1]]), zone('Levante', CALM, [[~0, 2]])];
  return { type: 'Topology', arcs: ARCS, objects: { zone: { type: 'GeometryCollection', geometries } } };
}

/** Noon of the next day in Rome, be today as long as it is. */
function noonAfter(instant: number): number {
  return Date.parse(`${romeWallTime(instant).date}T11:00:00Z`) + DAY_MS;
}

function longDay(instant: number): string {
  const words = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full', timeZone: 'Europe/Rome' }).format(
    instant,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
