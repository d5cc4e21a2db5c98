// Measures how many messages of devices a second the server takes in: QoS 1, stored before they are acknowledged, and
// told to an open page. The reference is a bare subscriber on a broker like the console's. Then how many when far more
// come than it can take in, beside as many as it can. BENCH_SIZES=1000 measures some sizes only.
import { openLiveSocket } from '@semaforo/client/live-socket';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { startBareBroker } from './bare-loop.ts';
import { startConsoleWithSignals } from './measured-console.ts';
import { processorSeconds } from './process-time.ts';
import { median, reportGrowth, reportRatio } from './report-figure.ts';
import { createReportSource } from './report-source.ts';

const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,80000').split(',').map(Number);
const REPORT_EVERY_MS = 300_000;
const MESSAGES = 80_000;
const RUNS = 3;
const AT_LEAST: Record<number, number> = { 1000: 0.7, 10000: 0.6 };
const AT_LEAST_OTHERWISE = 0.5;
/** As all of Italy says when the whole country was away and returns. */
const CROWD = 80_000;
const CROWDED_AT_LEAST = 0.8;

const costs: { devices: number; perDevice: number }[] = [];
for (const devices of SIZES) costs.push({ devices, perDevice: await measure(devices) });
reportGrowth('growth_ingest', costs);

/** Measures the two in turn; resolves to the processor seconds of the server per message. */
async function measure(devices: number): Promise<number> {
  const measured = await startConsoleWithSignals({ count: devices, reportEveryMs: REPORT_EVERY_MS });
  const source = createReportSource({ brokerPort: measured.brokerPort, keys: measured.keys });
  const { token = '' } = measured.api;
  const page = openLiveSocket({ origin: measured.origin, token, batch: true });
  page.on('mqtt_messages', (messages) => source.received(messages.map(({ topic }) => topic)));

  const bareBroker = await startBareBroker(devices);
  const bareSource = createReportSource({ brokerPort: bareBroker.address.port, keys: measured.keys });
  const subscriber = createBrokerConnection({
    broker: { ...bareBroker.address, ...bareBroker.server },
    topics: ['/+/+/+/+'],
    onJoined: () => Promise.resolve(),
    onMessage: (topic) => bareSource.received([topic]),
    onTrouble: (reason) => console.error(reason),
  });
  await subscriber.start();
  bareBroker.admitDevices();
  await Promise.all([source.start(), bareSource.start()]);

  const rates: Record<'ours' | 'bare' | 'processor', number[]> = { ours: [], bare: [], processor: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const before = processorSeconds(measured.pid);
    rates.ours.push((MESSAGES / (await source.report(MESSAGES))) * 1000);
    rates.processor.push((processorSeconds(measured.pid) - before) / MESSAGES);
    rates.bare.push((MESSAGES / (await bareSource.report(MESSAGES))) * 1000);
  }
  const name = `ingest_${devices}`;
  const atLeast = AT_LEAST[devices] ?? AT_LEAST_OTHERWISE;
  reportRatio({ name, ours: median(rates.ours), reference: median(rates.bare), atLeast });
  const crowded = (CROWD / (await source.report(CROWD, CROWD))) * 1000;
  const crowd = { ours: crowded, reference: median(rates.ours), atLeast: CROWDED_AT_LEAST };
  reportRatio({ name: `${name}_crowded`, ...crowd });
  page.close();
  await Promise.all([source.stop(), bareSource.stop(), subscriber.stop()]);
  await bareBroker.stop();
  await measured.stop();
  return median(rates.processor);
}
