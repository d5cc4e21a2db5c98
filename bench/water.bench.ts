// Water: a thousand gauges that speak once a second, of which some flood one after the other. Measures how long it
// takes from the first measure above the threshold to the signal that confirms rosso. `npm run bench -- water`.

import { logIn } from '@semaforo/client';
import { importDevices } from '@semaforo/e2e/harness/many-signals';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { percentile, reportFigure } from './report-figure.ts';

const GAUGES = 1000;
const FLOODS = 200;
const EVERY_MS = 1000;
const P99_MS = 3000;
const THRESHOLD_CM = 30;
const FLOOD_CM = 45;
const DRY_CM = 2;
const BETWEEN_MS = 250;

const port = await freePort();
const server = await startBuiltServer(embeddedBrokerSettings(port));
const admin = await logIn(server, ADMIN);
const owner = { username: 'comune', password: 'acqua-alta-2026' };
await admin('createUser', { body: owner });
const signals = numberedDevices({
  ...{ prefix: '/3/acqua', count: FLOODS, type: 'semaforo', behaviour: { kind: 'obedient' } },
});
const levels = new Map<string, number>();
const gauges = numberedDevices({
  ...{ prefix: '/3/acqua', count: GAUGES, type: 'misuratore', behaviour: { kind: 'obedient' } },
}).map((gauge) => ({ ...gauge, water: () => levels.get(gauge.key) ?? DRY_CM }));
const lines = [...signals, ...gauges].map(({ key, type }) => `,${key},${type},,,${owner.username}`);
await importDevices(server.origin, lines);

/** When a gauge first said that it floods, and when its signal reported rosso (epoch ms), by the number of both. */
const floodedAt = new Map<string, number>();
const litAt = new Map<string, number>();
const note = (topic: string, payload: string) => {
  const [, , , name = '', channel] = topic.split('/');
  const number = name.slice(1);
  const isFlood = channel === 'level' && Number(payload) >= THRESHOLD_CM;
  if (isFlood && !floodedAt.has(number)) floodedAt.set(number, Date.now());
  if (channel === 'out4' && payload === '1' && !litAt.has(number)) litAt.set(number, Date.now());
};
const broker = { host: '127.0.0.1', port, ...BROKER_LOGIN };
const fleet = createFleet({
  broker,
  devices: [...signals, ...gauges],
  measureEveryMs: EVERY_MS,
  onMessage: note,
});
try {
  const { devices } = await admin('listManagedDevices');
  const idOf = new Map(devices.map(({ topic, id }) => [topic, id]));
  for (const [index, signal] of signals.entries()) {
    const gauge = gauges[index];
    if (!gauge) continue;
    await admin('saveSensorRule', {
      params: { id: idOf.get(gauge.key) ?? 0 },
      body: {
        thresholds: [{ color: 'rosso', at: THRESHOLD_CM, clear_at: 22, for_s: 0 }],
        ...{ policy: 'raise', device_ids: [idOf.get(signal.key) ?? 0] },
      },
    });
  }
  await fleet.start();
  const api = await logIn(server, owner);
  await until(
    'every gauge is heard',
    async () => (await api('listSensors')).every(({ level }) => level !== null),
    60_000,
  );
  for (const gauge of gauges.slice(0, FLOODS)) {
    levels.set(gauge.key, FLOOD_CM);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  await until('every signal of a flood is rosso', () => litAt.size === FLOODS, 60_000);
  await until(
    'the console has confirmed each',
    async () =>
      (await api('listDeviceStatuses')).every(({ status, pending }) => status === 'rosso' && !pending),
    60_000,
  );
  const took = [...litAt].map(([number, at]) => at - (floodedAt.get(number) ?? at));
  reportFigure({
    name: `water_${GAUGES}_probe_to_lamp_p99_ms`,
    value: percentile(took, 99),
    unit: 'ms',
    limit: P99_MS,
    runs: FLOODS,
  });
  reportFigure({
    name: `water_${GAUGES}_probe_to_lamp_median_ms`,
    value: percentile(took, 50),
    unit: 'ms',
    runs: FLOODS,
  });
} finally {
  await fleet.stop();
  await server.stop();
}
