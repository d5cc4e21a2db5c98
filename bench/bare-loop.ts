import { writesFor } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';

/** A bare MQTT client that commands signals and waits for their reports, with nothing stored and nothing checked. */
export type BareLoop = {
  /** Writes only the new lamp of each signal; resolves to the milliseconds until each has reported it. */
  lightOnly(keys: readonly string[], colour: SignalColour): Promise<number>;
  /** Writes all four lamps of each signal; resolves to the milliseconds until each has reported all. */
  light(keys: readonly string[], colour: SignalColour): Promise<number>;
  stop(): Promise<void>;
};

/** Joins the broker on which the signals are. */
export async function startBareLoop(brokerPort: number): Promise<BareLoop> {
  let missing = new Set<string>();
  let done: () => void = () => {};
  const broker = createBrokerConnection({
    broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
    topics: ['/+/+/+/+'],
    onJoined: () => Promise.resolve(),
    onMessage: (topic) => {
      if (missing.delete(topic) && missing.size === 0) done();
    },
    onTrouble: (reason) => console.error(reason),
  });
  await broker.start();

  const write = async (keys: readonly string[], colour: SignalColour, lamps: number) => {
    const writes = keys.flatMap((key) =>
      writesFor('semaforo', key, colour)
        .slice(0, lamps)
        .map(({ channel, payload }) => ({ topic: `${key}/${channel}`, payload })),
    );
    missing = new Set(writes.map(({ topic }) => topic));
    const reported = new Promise<void>((resolve) => {
      done = resolve;
    });
    const startedAt = performance.now();
    for (const { topic, payload } of writes) {
      broker.publish({ topic: `${topic}/set`, payload, retain: false });
    }
    await reported;
    return performance.now() - startedAt;
  };

  return {
    lightOnly: (keys, colour) => write(keys, colour, 1),
    light: (keys, colour) => write(keys, colour, SIGNAL_COLOURS.length),
    stop: () => broker.stop(),
  };
}
