import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** What became of commands and how fast, for Prometheus and for whoever looks at the system. */
export type CommandMeasures = {
  /** A command was accepted. */
  accepted: (origin: string) => void;
  /** How long deliveries took from the acceptance to the word of the device, in seconds; null while there was none. */
  confirmationTimes: () => Promise<{ median: number; most: number } | null>;
};

const BUCKETS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30];

export function measureCommands(
  registry: Registry,
  options: { progress: EventChannel<TrackedDelivery>; countUnderWay: () => number; clock: Clock },
): CommandMeasures {
  const commands = new Counter({
    name: 'semaforo_commands_total',
    help: 'Commands that were accepted, by what they came from',
    labelNames: ['origin'],
    registers: [registry],
  });
  const ended = new Counter({
    name: 'semaforo_deliveries_total',
    help: 'Deliveries by their outcome; a late confirmation counts besides the failure before it',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const times = new Histogram({
    name: 'semaforo_confirmation_seconds',
    help: 'From the acceptance of a command to the word of the device',
    buckets: BUCKETS,
    registers: [registry],
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_deliveries_under_way',
    help: 'Deliveries that are waiting to be sent or to be confirmed',
    read: options.countUnderWay,
  });
  const counted = new WeakMap<TrackedDelivery, string>();
  options.progress.subscribe((delivery) => {
    const { state, command } = delivery;
    // A confirmed delivery is told of again when its last message is out.
    if (isUnderWay(state) || counted.get(delivery) === state) return;
    counted.set(delivery, state);
    ended.inc({ outcome: state });
    if (state === 'confermato') times.observe(Math.max(0, options.clock.now() - command.createdAt) / 1000);
  });
  return {
    accepted: (origin) => commands.inc({ origin }),
    confirmationTimes: async () => quantilesOf((await times.get()).values),
  };
}

/** The upper bounds of the buckets in which half, and 99 of 100, of what was measured lie. */
function quantilesOf(
  values: readonly { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }[],
): { median: number; most: number } | null {
  const buckets = values
    .filter(({ labels }) => labels.le !== undefined)
    .map(({ value, labels }) => ({ upTo: labels.le === '+Inf' ? Infinity : Number(labels.le), count: value }))
    .toSorted((a, b) => a.upTo - b.upTo);
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const boundOf = (share: number) => buckets.find(({ count }) => count >= share * total)?.upTo ?? Infinity;
  return { median: boundOf(0.5), most: boundOf(0.99) };
}
