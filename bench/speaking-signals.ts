import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';

const EVERY_MS = 20;
const AT_ONCE = 10;
const OUTPUTS = 4;
/** A prime number, so that signals that report one after the other are far apart on the map. */
const STRIDE = 7_919;

/**
 * Makes signals report a lit lamp, 500 a second unless said otherwise, one after the other. Resolves to the function
 * that stops it.
 */
export async function startSpeaking(options: {
  brokerPort: number;
  topics: readonly string[];
  everyMs?: number;
  atOnce?: number;
  /** Called before each report. */
  onSpoken?: () => void;
}): Promise<() => Promise<void>> {
  const { brokerPort, topics, everyMs = EVERY_MS, atOnce = AT_ONCE, onSpoken } = options;
  const broker = createBrokerConnection({
    broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
    topics: [],
    onJoined: () => Promise.resolve(),
    onMessage: () => undefined,
    onTrouble: (reason) => console.error(reason),
  });
  await broker.start();
  let spoken = 0;
  const speaking = setInterval(() => {
    for (let each = 0; each < atOnce; each += 1, spoken += 1) {
      onSpoken?.();
      const topic = `${topics[(spoken * STRIDE) % topics.length]}/out${(spoken % OUTPUTS) + 1}`;
      broker.publish({ topic, payload: '1', retain: false });
    }
  }, everyMs);
  return () => {
    clearInterval(speaking);
    return broker.stop();
  };
}
