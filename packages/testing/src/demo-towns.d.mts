export type TownDevice = {
  type: 'semaforo' | 'lanterna' | 'misuratore';
  topic: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Of a gauge: none. */
  shows?: 'verde' | 'giallo' | 'arancio' | 'rosso' | 'acceso' | 'spento';
};

/** The settings of a public page. */
export type TownPage = Readonly<Record<string, string>>;

/** An underpass that lights its own signal; gauge and signal by their topics. */
export type TownSite = {
  gauge: string;
  signal: string;
  rule: {
    thresholds: { color: 'giallo' | 'arancio' | 'rosso'; at: number; clear_at: number; for_s: number }[];
    rate_per_min: number;
    policy: 'warn' | 'propose' | 'raise';
    silent: 'alarm' | 'raise';
  };
};

/** The two invented Comuni. Each has one operator, of that name, and devices with what they show when switched on. */
export const TOWNS: readonly {
  username: string;
  devices: readonly TownDevice[];
  page: TownPage;
  site?: TownSite;
}[];
