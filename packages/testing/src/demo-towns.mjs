// Two invented Comuni. Boards under /3/ count their outputs from out1, those under /4/ from out2: the demo has both.
const signal = (topic, name, latitude, longitude, shows = 'verde') => ({
  type: 'semaforo',
  topic,
  name,
  latitude,
  longitude,
  shows,
});
const lantern = (topic, name, latitude, longitude, shows = 'spento') => ({
  type: 'lanterna',
  topic,
  name,
  latitude,
  longitude,
  shows,
});

const gauge = (topic, name, latitude, longitude) => ({
  type: 'misuratore',
  topic,
  name,
  latitude,
  longitude,
});

/** The settings of a public page that is on. */
const page = (slug, name) => ({
  ...{ public_page: 'true', public_slug: slug, comune_name: name, public_phone: '0123 456789' },
});

export const TOWNS = [
  {
    username: 'valdombra',
    page: page('valdombra', 'Comune di Valdombra'),
    devices: [
      signal('/3/valdombra/s1', 'Piazza Municipio', 46.0667, 11.2342),
      signal('/3/valdombra/s2', 'Ponte sul Torno', 46.0641, 11.2391, 'giallo'),
      signal('/3/valdombra/s3', 'Scuola Manzoni', 46.0689, 11.2317),
      signal('/3/valdombra/s4', 'Stazione', 46.0702, 11.2405),
      signal('/3/valdombra/s5', 'Via Roma', 46.0659, 11.2325),
      signal('/3/valdombra/s6', 'Cimitero vecchio', 46.0718, 11.2289),
      signal('/3/valdombra/s7', 'Lungofiume', 46.0633, 11.2368, 'giallo'),
      signal('/4/valdombra/s8', 'Diga Vecchia', 46.0781, 11.2201, 'arancio'),
      signal('/4/valdombra/s9', 'Palasport', 46.0612, 11.2433),
      signal('/4/valdombra/s10', 'Parcheggio Nord', 46.0735, 11.2371),
      signal('/4/valdombra/s11', 'Zona industriale', 46.0578, 11.2512, 'spento'),
      signal('/4/valdombra/s12', 'Borgo Alto', 46.0757, 11.2264),
      signal('/3/valdombra/s13', 'Sottopasso Mulini', 46.0696, 11.2409),
      gauge('/3/valdombra/acqua', 'Acqua del Sottopasso Mulini', 46.0697, 11.241),
      lantern('/3/valdombra/l1', 'Argine destro', 46.0629, 11.2382, 'acceso'),
      lantern('/3/valdombra/l2', 'Belvedere', 46.0764, 11.2248),
      lantern('/4/valdombra/l3', 'Passerella', 46.0644, 11.2376, 'acceso'),
      lantern('/4/valdombra/l4', 'Sottopasso FS', 46.0699, 11.2412),
    ],
    site: {
      ...{ gauge: '/3/valdombra/acqua', signal: '/3/valdombra/s13' },
      rule: {
        thresholds: [
          { color: 'arancio', at: 15, clear_at: 10, for_s: 0 },
          { color: 'rosso', at: 30, clear_at: 22, for_s: 0 },
        ],
        ...{ rate_per_min: 30, policy: 'raise', silent: 'raise' },
      },
    },
  },
  {
    username: 'torrealta',
    page: page('torrealta', 'Comune di Torrealta'),
    devices: [
      signal('/3/torrealta/s1', 'Piazza della Torre', 44.4821, 10.8743),
      signal('/3/torrealta/s2', 'Ponte Nuovo', 44.4793, 10.8801),
      signal('/4/torrealta/s3', 'Scuola Pascoli', 44.4848, 10.8712),
      signal('/4/torrealta/s4', 'Via del Guado', 44.4766, 10.8827, 'giallo'),
      signal('/4/torrealta/s5', 'Palestra comunale', 44.4832, 10.8779),
      lantern('/3/torrealta/l1', 'Guado dei Mulini', 44.4759, 10.8835, 'acceso'),
      lantern('/4/torrealta/l2', 'Campo sportivo', 44.4857, 10.8754),
      lantern('/4/torrealta/l3', 'Darsena', 44.4781, 10.8812),
    ],
  },
];

/** Which devices misbehave with `--guasti`, and how (the simulator's words). */
export const FAULTS = new Map([
  ['/3/valdombra/s7', 'mute'],
  ['/4/valdombra/s9', 'slow:8000'],
  ['/4/valdombra/s12', 'liar'],
]);
