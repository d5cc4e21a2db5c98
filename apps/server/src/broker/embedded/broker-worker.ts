// The program of the worker thread in which the embedded broker runs.
import { parentPort, workerData } from 'node:worker_threads';
import '../../platform/shrink-heap.ts';
import '../packet-numbers.ts';
import { createIgnoredTally } from './ignored-tally.ts';
import { createMqttBroker } from './mqtt-broker.ts';
import type { BrokerTask, FromWorker, ToWorker } from './worker-messages.ts';

const publish = (message: FromWorker) => parentPort?.postMessage(message);
const broker = createMqttBroker(workerData as BrokerTask, {
  served: () => publish({ kind: 'served' }),
  seen: (username) => publish({ kind: 'seen', username }),
  refused: (logIn) => publish({ kind: 'refused', logIn }),
  ignored: createIgnoredTally(publish),
  rateExceeded: (who) => publish({ kind: 'rate-exceeded', ...who }),
});

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'admit-devices') broker.admitDevices();
  else if (message.kind === 'login-changed') broker.loginChanged(message.username, message.login);
  else if (message.kind === 'devices-known') broker.devicesKnown(message.count);
  // This thread only: in a worker it does not end the process.
  else void broker.close().then(() => process.exit(0));
});

try {
  publish({ kind: 'listening', port: await broker.listen() });
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  publish({ kind: 'not-listening', code, port, message });
}
