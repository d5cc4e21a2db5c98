/** The regions of Italy and their inhabitants in thousands, rounded (ISTAT, 2024): what devices are shared out by. */
const INHABITANTS: Readonly<Record<string, number>> = {
  Lombardia: 10_010,
  Lazio: 5710,
  Campania: 5590,
  Veneto: 4850,
  Sicilia: 4790,
  'Emilia-Romagna': 4450,
  Piemonte: 4250,
  Puglia: 3890,
  Toscana: 3660,
  Calabria: 1840,
  Sardegna: 1570,
  Liguria: 1510,
  Marche: 1480,
  Abruzzo: 1270,
  'Friuli-Venezia Giulia': 1190,
  'Trentino-Alto Adige': 1080,
  Umbria: 850,
  Basilicata: 530,
  Molise: 290,
  'Valle d’Aosta': 120,
};

/**
 * What was measured of one server, its database and its NATS (docs/scale.md says where). A cell is some servers on one
 * PostgreSQL, one NATS and one broker; each of its servers hears every report of the cell.
 */
export const MEASURED = {
  devicesPerServer: 80_000,
  memoryMbAtThatMany: 429,
  reportsPerServer: 6400,
  natsMessages: 33_000,
  /** Microseconds of the database for a state that is stored. */
  stateUs: 6,
} as const;

export type Scale = {
  devices: number;
  /** A device reports its lit lamp so often. */
  reportEveryS: number;
  serversPerCell: number;
};

/** One region, with as many cells as keep each within what was measured. */
export type Region = { name: string; devices: number; cells: number; perCell: number };

export function shareOut({ devices }: Pick<Scale, 'devices'>): Region[] {
  const all = Object.values(INHABITANTS).reduce((sum, one) => sum + one, 0);
  return Object.entries(INHABITANTS).map(([name, inhabitants]) => {
    const own = Math.round((devices * inhabitants) / all);
    const cells = Math.ceil(own / MEASURED.devicesPerServer);
    return { name, devices: own, cells, perCell: Math.ceil(own / cells) };
  });
}

/** How full the fullest cell makes each engine: 1 is all that was measured of it. */
export function loads(regions: readonly Region[], { reportEveryS, serversPerCell }: Scale) {
  const largest = Math.max(...regions.map(({ perCell }) => perCell));
  const reports = largest / reportEveryS;
  return {
    devices: largest / MEASURED.devicesPerServer,
    reports: reports / MEASURED.reportsPerServer,
    // Each server stores what it hears; a second has a million microseconds of one processor.
    database: (reports * serversPerCell * MEASURED.stateUs) / 1_000_000,
    // At most one message for each change that pages of other servers must hear of: here all, as if each were one.
    nats: (reports * serversPerCell) / MEASURED.natsMessages,
  };
}

/** Which engine is the first to be full when all of them grow alike. */
export function firstFull(shares: ReturnType<typeof loads>): string {
  const [first] = Object.entries(shares).sort(([, one], [, other]) => other - one);
  return first?.[0] ?? '';
}
