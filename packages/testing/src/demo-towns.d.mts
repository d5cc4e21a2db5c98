export type TownDevice = {
  type: 'semaforo' | 'lanterna';
  topic: string;
  name: string;
  latitude: number;
  longitude: number;
  shows: 'verde' | 'giallo' | 'arancio' | 'rosso' | 'acceso' | 'spento';
};

/** The settings of a public page. */
export type TownPage = Readonly<Record<string, string>>;

/** The two invented Comuni. Each has one operator, of that name, and devices with what they show when switched on. */
export const TOWNS: readonly {
  username: string;
  devices: readonly TownDevice[];
  page: TownPage;
}[];
