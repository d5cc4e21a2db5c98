import { Counter, Histogram, Registry } from 'prom-client';

/** What happened so far in this process, as Prometheus reads it. */
export type Counters = {
  ignoredMessages: Counter<'reason'>;
  liveMessages: Counter;
  lostDatabaseConnections: Counter;
  databaseTimes: Histogram<'kind'>;
  databaseErrors: Counter;
  oddBusMessages: Counter<'reason'>;
  registry: Registry;
};

/** What a counter has counted, over all its labels. */
export async function totalOf(counter: Counter<string>): Promise<number> {
  return (await counter.get()).values.reduce((sum, { value }) => sum + value, 0);
}

export function createCounters(): Counters {
  const registry = new Registry();
  return {
    registry,
    liveMessages: new Counter({
      name: 'semaforo_device_messages_total',
      help: 'Messages from the broker, retained ones included',
      registers: [registry],
    }),
    lostDatabaseConnections: new Counter({
      name: 'semaforo_database_connections_lost_total',
      help: 'Connections to PostgreSQL that were lost',
      registers: [registry],
    }),
    databaseTimes: new Histogram({
      name: 'semaforo_database_seconds',
      help: 'How long statements took, with the wait for a connection',
      labelNames: ['kind'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers: [registry],
    }),
    oddBusMessages: new Counter({
      name: 'semaforo_bus_messages_odd_total',
      help: 'Messages between servers that were not understood, or too long to be sent',
      labelNames: ['reason'],
      registers: [registry],
    }),
    databaseErrors: new Counter({
      name: 'semaforo_database_errors_total',
      help: 'Statements that the database refused or did not answer',
      registers: [registry],
    }),
    ignoredMessages: new Counter({
      name: 'semaforo_device_messages_ignored_total',
      help: 'Messages that changed nothing: too long, of an unknown device, without a meaning, not handled, not on a topic for reports, or refused by the embedded broker',
      labelNames: ['reason'],
      registers: [registry],
    }),
  };
}
