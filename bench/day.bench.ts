// A day of all Italy in some minutes: every signal reports every five minutes of that day, and at noon half of them are
// commanded. What the signals said is compared with what the console then shows; processor, memory and queue are drawn.
// `npm run bench -- day [--devices 80000] [--minutes 10] [--pages 20] [--svg FILE]`, on a machine with nothing else to
// do: a console that cannot take so many reports in so short a day shows it by its queue.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHOSEN_AT_MOST } from '@semaforo/contract/domain/targets';
import { createFleet } from '@semaforo/simulator/fleet';
import { startSpreadTimer } from '@semaforo/simulator/spread-timer';
import { assertSignals } from '@semaforo/testing/assert-signals';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { createReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import { drawDay } from './day-curves.ts';
import { startSampling } from './day-samples.ts';
import { followAlert, openPages } from './day-watchers.ts';
import { reportFigure } from './report-figure.ts';
import { startSeededConsole } from './seeded-console.ts';

/** All Comuni of Italy. */
const OPERATORS = 7_904;
const SIGNALS_OF_ITALY = 80_000;
/** A report every five minutes. */
const REPORTS_A_DAY = 288;
const CONFIRMED_WITHIN_MS = 60_000;
const CALM_WITHIN_MS = 180_000;
/** So seldom, also of 80,000, that the joined fleet is silent until its day begins. */
const NEVER_MS = 2_000_000_000;
const PUBLISHED_WITHIN_MS = 131_000;
const MINUTE_MS = 60_000;

const { values: requested } = parseArgs({
  options: {
    devices: { type: 'string', default: '80000' },
    minutes: { type: 'string', default: '10' },
    pages: { type: 'string', default: '20' },
    svg: { type: 'string' },
  },
});
const count = Number(requested.devices);
const dayMs = Number(requested.minutes) * MINUTE_MS;
const operators = Math.max(1, Math.round((OPERATORS * count) / SIGNALS_OF_ITALY));

const measured = await startSeededConsole({ signals: count, operators });
const { admin, signals, brokerPort, pid, origin } = measured;
const log = createReportLog(signals.map(({ topic }) => topic));
let reported = 0;
const fleet = createFleet({
  broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
  devices: signals.map(({ topic: key }) => ({
    ...{ key, type: 'semaforo', shows: 'verde' },
    behaviour: { kind: 'obedient' },
  })),
  reportEveryMs: NEVER_MS,
  onMessage: (topic, payload) => {
    if (!topic.endsWith('/set')) reported += 1;
    log.note(topic, payload);
  },
});
const pages = await openPages({ origin, signals, count: Number(requested.pages) });
await fleet.start();
const alert = followAlert(origin, admin);
const sampling = await startSampling({
  pid,
  origin,
  dayMs,
  reported: () => reported,
  unconfirmed: alert.unconfirmed,
});
const stopReports = startSpreadTimer({
  count,
  periodMs: dayMs / REPORTS_A_DAY,
  visit: (index) => fleet.devices[index]?.reportLit(),
});
await delay(dayMs / 2);
const commanded = signals.filter((_, index) => index % 2 === 0);
const commandIds = await alert.send(
  commanded.map(({ id }) => id),
  CHOSEN_AT_MOST,
);
const ended = await alert.ended(commandIds, CALM_WITHIN_MS);
await delay(Math.max(0, sampling.startedAt + dayMs - performance.now()));
stopReports();
const lostReports = await untilTakenIn();
const samples = sampling.stop();

const records = await admin('listDeviceStatuses');
const violations = assertSignals({
  words: log.signals,
  isGood: () => true,
  records,
  commands: ended,
  reportedWithinMs: PUBLISHED_WITHIN_MS,
});
const wrong = violations.filter(({ invariant }) => invariant !== 'lost' && invariant !== 'late-message');
for (const { invariant, key, what } of violations.slice(0, 10)) console.error(`${invariant} ${key}: ${what}`);
const name = `day_${count}`;
const none = { unit: 'elements', limit: 0 } as const;
reportFigure({ name: `${name}_reports_lost`, value: lostReports, ...none });
reportFigure({ name: `${name}_lamps_wrong`, value: wrong.length, ...none });
reportFigure({ name: `${name}_commanded_lost`, value: violations.length - wrong.length, ...none });
reportFigure({ name: `${name}_commanded_late`, value: alert.laterThan(CONFIRMED_WITHIN_MS), ...none });
reportFigure({
  name: `${name}_alert_confirmed_ms`,
  value: alert.tookMs(),
  unit: 'ms',
  limit: CONFIRMED_WITHIN_MS,
});
const most = (of: (sample: (typeof samples)[number]) => number) => Math.max(...samples.map(of));
reportFigure({ name: `${name}_processor_at_most`, value: most(({ processor }) => processor), unit: '%' });
reportFigure({ name: `${name}_memory_at_most`, value: most(({ memoryMb }) => memoryMb), unit: 'MB' });
reportFigure({ name: `${name}_queue_at_most`, value: most(({ queue }) => queue), unit: 'elements' });
if (requested.svg !== undefined)
  writeFileSync(requested.svg, drawDay(samples, { devices: count, minutes: dayMs / MINUTE_MS }));
pages.close();
alert.close();
await fleet.stop();
await measured.stop();

/** Resolves to how many of the reports the console never took in. */
async function untilTakenIn(): Promise<number> {
  let missing = 0;
  await until(
    'all reports are taken in',
    async () => {
      missing = await sampling.missing();
      return missing === 0;
    },
    CALM_WITHIN_MS,
  ).catch(() => undefined);
  return missing;
}
