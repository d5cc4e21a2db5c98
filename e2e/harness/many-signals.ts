import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';

/** A signal of a large province, somewhere between the Alps and Sicily. */
export type PlacedSignal = { name: string; topic: string; latitude: number; longitude: number };

const SOUTH_WEST = { latitude: 37, longitude: 7 };
const NORTH_EAST = { latitude: 46.5, longitude: 18.5 };
/** Steps by which the points lie evenly over the area, and are the same in each run. */
const STEP = { latitude: 0.7548776662, longitude: 0.5698402909 };
/** An import with this many lines stays below the largest allowed size. */
const LINES_PER_IMPORT = 20_000;

/**
 * Makes `count` signals, each at its own place. Their names are as long as real ones, so that the list of 80,000 is
 * more than 20 MB. The inspector that drives the browser keeps and decodes shorter answers, and then it stops the page
 * for longer than the page's own work does.
 */
export function placedSignals(count: number): PlacedSignal[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Sottopasso di via Provinciale ${index + 1}`,
    topic: `/3/provincia/s${index + 1}`,
    latitude: between(SOUTH_WEST.latitude, NORTH_EAST.latitude, index * STEP.latitude),
    longitude: between(SOUTH_WEST.longitude, NORTH_EAST.longitude, index * STEP.longitude),
  }));
}

/** Imports the signals as a table; the admin becomes their owner. */
export async function importSignals(origin: string, signals: readonly PlacedSignal[]): Promise<void> {
  for (let first = 0; first < signals.length; first += LINES_PER_IMPORT) {
    const lines = signals
      .slice(first, first + LINES_PER_IMPORT)
      .map(
        ({ name, topic, latitude, longitude }) => `${name},${topic},semaforo,${latitude},${longitude},admin`,
      );
    await importDevices(origin, lines);
  }
}

/** Imports devices as the admin. Each line has name, topic, type, latitude, longitude and username, with commas. */
export async function importDevices(origin: string, lines: readonly string[]): Promise<void> {
  const admin = await logIn({ origin }, ADMIN);
  const { errors } = await admin('importDevices', {
    body: ['name,topic,type,latitude,longitude,username', ...lines].join('\n'),
  });
  if (errors[0]) throw new Error(`line ${errors[0].line} of the import is wrong: ${errors[0].error}`);
}

function between(least: number, most: number, step: number): number {
  return Math.round((least + (most - least) * (step % 1)) * 100_000) / 100_000;
}
