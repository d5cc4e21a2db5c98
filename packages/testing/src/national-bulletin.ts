import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** Invented zones, as a table has them; the names have the traps of real ones: commas, accents, the same beginning. */
export const ZONES_CSV = `zona_codice,zona_nome,regione_nome
Vald-A,Alto Torno,Valdombra
Vald-B,"Basso Torno, Piana e Laguna",Valdombra
Vald-C,Conca,Valdombra
Vald-C1,"Conca, versante ionico",Valdombra
Torr-1,Città di Torrealta,Torrealta
`;

export const COMUNI_CSV = `pro_com_t,comune_nome,provincia_nome,provincia_sigla,regione_nome,zona_codice,zona_nome
999001,Castro,Valdombra,VD,Valdombra,Vald-A,Alto Torno
999002,Castro,Torrealta,TR,Torrealta,Torr-1,Città di Torrealta
999003,Castrovento,Valdombra,VD,Valdombra,Vald-B,"Basso Torno, Piana e Laguna"
999004,Isola,Laguna,,Valdombra,,
`;

const REPORTS: Record<SignalColor, string> = {
  verde: 'Assenza di fenomeni significativi prevedibili / NESSUNA ALLERTA',
  giallo: 'Ordinaria / ALLERTA GIALLA',
  arancio: 'Moderata / ALLERTA ARANCIONE',
  rosso: 'Elevata / ALLERTA ROSSA',
};

/** A zone by its name, with the levels of its risks. */
export type WrittenZone = {
  name: string;
  idraulico?: SignalColor;
  temporali?: SignalColor;
  idrogeologico?: SignalColor;
};

const ORDER = ['verde', 'giallo', 'arancio', 'rosso'] as const;

/** The gravest of a zone's risks. */
export function colorOf({ idraulico, temporali, idrogeologico }: WrittenZone): SignalColor {
  return (
    ORDER.findLast((color) => [idraulico, temporali, idrogeologico].includes(color)) ?? ('verde' as const)
  );
}

/** The document of one day, as published: a TopoJSON with the words of each zone. */
export function topology(zones: readonly WrittenZone[]) {
  return {
    type: 'Topology',
    arcs: [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    objects: {
      zone: {
        type: 'GeometryCollection',
        geometries: zones.map((zone) => ({
          type: 'Polygon',
          arcs: [[0]],
          properties: {
            'Nome zona': zone.name,
            'Rappresentata nella mappa': REPORTS[colorOf(zone)].replace(
              ' / ALLERTA',
              ' per rischio idraulico / ALLERTA',
            ),
            'Per rischio idraulico': REPORTS[zone.idraulico ?? 'verde'],
            'Per rischio temporali': REPORTS[zone.temporali ?? 'verde'],
            'Per rischio idrogeologico': REPORTS[zone.idrogeologico ?? 'verde'],
            Comuni: ['Castro', 'Castro'],
          },
        })),
      },
    },
  };
}

const sentence = (when: string, day: string) =>
  `<p>Per la giornata di ${when}, ${day}:<br/><b>ORDINARIA CRITICITA' PER RISCHIO IDRAULICO / ALLERTA GIALLA:</b> </p>`;

/** The three documents of a bulletin: of Saturday 21 and Sunday 22 November 2026, unless told otherwise. */
export function nationalBulletin(options: {
  today?: readonly WrittenZone[];
  tomorrow?: readonly WrittenZone[];
  date?: string;
  name?: string;
  type?: string;
  days?: readonly [string, string];
}) {
  const { date = '2026-11-21T14:12:00.000Z', type = 'first' } = options;
  const [first, second] = options.days ?? ['Sabato 21 novembre 2026', 'Domenica 22 novembre 2026'];
  return {
    envelope: {
      type,
      date,
      name: options.name ?? 'Bollettino del 21 novembre 2026 ore 15:12',
      today: {
        topo_json: 'files/topojson/20261121_1512_today.json',
        html_descrition: sentence('oggi', first),
      },
      tomorrow: {
        topo_json: 'files/topojson/20261121_1512_tomorrow.json',
        html_descrition: sentence('domani', second),
      },
    },
    today: topology(options.today ?? [{ name: 'Alto Torno' }]),
    tomorrow: topology(options.tomorrow ?? [{ name: 'Alto Torno' }]),
  };
}
