// Measures the console beside Node-RED with one flow for the same job, each on a Mosquitto of its own with as many of
// the same signals, in turn: one signal and all of them commanded until each has reported the new lamp, and messages of
// devices taken in until an open page has them. Node-RED stores nothing and waits for the new lamp only; the console
// waits for all four lamps, and has stored intent, outcome and states when it answers.
import { openLiveSocket } from '@semaforo/client/live-socket';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { createFleet } from '@semaforo/simulator/fleet';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { startConsoleWithSignals } from './measured-console.ts';
import { startNodeRed } from './node-red.ts';
import { median, reportRatio, reportSlowdown } from './report-figure.ts';
import { createReportSource } from './report-source.ts';

const SIZES = (process.env.BENCH_SIZES ?? '1000,10000').split(',').map(Number);
const REPORT_EVERY_MS = 300_000;
const SINGLE_RUNS = 25;
const BULK_RUNS = 5;
const INGEST_RUNS = 3;
const MESSAGES = 40_000;
const AT_MOST = 1;

if (hasMosquitto) for (const devices of SIZES) await measure(devices);
else console.error('Tralasciata la misura: Mosquitto non c’è');

async function measure(devices: number): Promise<void> {
  const [ours, theirs] = [createMosquitto(await freePort()), createMosquitto(await freePort())];
  await Promise.all([ours.start(), theirs.start()]);
  const measured = await startConsoleWithSignals({
    count: devices,
    reportEveryMs: REPORT_EVERY_MS,
    mosquitto: ours,
  });
  const { keys, owner, origin, api } = measured;
  const ids = (await owner('listDevices')).devices.map(({ id }) => id);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: theirs.port, ...MOSQUITTO_LOGIN },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    reportEveryMs: REPORT_EVERY_MS,
  });
  await fleet.start();
  const nodeRed = await startNodeRed(theirs.port);

  const light = async (deviceIds: readonly number[], run: number) => {
    const startedAt = performance.now();
    await owner('sendCommand', { body: { command: colorOf(run), deviceIds: [...deviceIds] } });
    return performance.now() - startedAt;
  };
  const compare = async (name: string, { runs, many }: { runs: number; many: number }) => {
    const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
    for (let run = 0; run < runs; run += 1) {
      times.ours.push(await light(ids.slice(0, many), run));
      times.theirs.push(await nodeRed.light(keys.slice(0, many), colorOf(run)));
    }
    const [oursMs, referenceMs] = [median(times.ours), median(times.theirs)];
    reportSlowdown({ name: `peers_${name}_${devices}`, oursMs, referenceMs, atMost: AT_MOST });
  };
  await compare('single', { runs: SINGLE_RUNS, many: 1 });
  await compare('bulk', { runs: BULK_RUNS, many: devices });

  const sourceOn = (brokerPort: number) => createReportSource({ brokerPort, login: MOSQUITTO_LOGIN, keys });
  const [source, bareSource] = [sourceOn(ours.port), sourceOn(theirs.port)];
  await Promise.all([source.start(), bareSource.start()]);
  const page = openLiveSocket({ origin, token: api.token ?? '', batch: true });
  page.on('mqtt_messages', (messages) => source.received(messages.map(({ topic }) => topic)));
  await nodeRed.watch((topic) => bareSource.received([topic]));
  const rates: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
  for (let run = 0; run < INGEST_RUNS; run += 1) {
    rates.ours.push((MESSAGES / (await source.report(MESSAGES))) * 1000);
    rates.theirs.push((MESSAGES / (await bareSource.report(MESSAGES))) * 1000);
  }
  const [rate, reference] = [median(rates.ours), median(rates.theirs)];
  reportRatio({ name: `peers_ingest_${devices}`, ours: rate, reference, atLeast: AT_MOST });

  page.close();
  await Promise.all([source.stop(), bareSource.stop(), nodeRed.stop(), fleet.stop()]);
  await measured.stop();
  await Promise.all([ours.remove(), theirs.remove()]);
}

function colorOf(run: number) {
  return SIGNAL_COLORS[run % SIGNAL_COLORS.length] ?? 'verde';
}
