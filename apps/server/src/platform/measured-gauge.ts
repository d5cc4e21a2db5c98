import { Gauge, type Registry } from 'prom-client';
import { within } from './within.ts';

/** Whoever reads the metrics waits a few seconds at most. */
const READ_WITHIN_MS = 2000;

type Reading = number | Readonly<Record<string, number>> | undefined;

/**
 * Adds a gauge that is read when Prometheus asks; with `label`, one value for each of its words. What cannot be read
 * (a database that is away) has no value: the other metrics are answered all the same.
 */
export function addMeasuredGauge(
  registry: Registry,
  gauge: {
    name: string;
    help: string;
    label?: string;
    read: () => Reading | Promise<Reading>;
    readWithinMs?: number;
  },
): void {
  const { name, help, label, readWithinMs = READ_WITHIN_MS } = gauge;
  const measured: Gauge<string> = new Gauge<string>({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async (): Promise<void> => {
      const reading = await within(readWithinMs, Promise.resolve().then(gauge.read)).catch(() => undefined);
      if (typeof reading === 'number') return measured.set(reading);
      if (reading === undefined || label === undefined) {
        measured.reset();
        return measured.remove({});
      }
      for (const [word, value] of Object.entries(reading)) measured.set({ [label]: word }, value);
    },
  });
}
