// All devices of Italy fall silent at once, each of 7,904 Comuni gets its alarm, and what others notice of it.
// `npm run bench -- storm [--devices 80000]`.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '@semaforo/testing/until';
import { longestTurnMs } from './long-turns.ts';
import { processorSeconds } from './process-time.ts';
import { reportFigure } from './report-figure.ts';
import { startSeededConsole } from './seeded-console.ts';

const OPERATORS = 7_904;
const SIGNALS_OF_ITALY = 80_000;
const TURN_LIMIT_MS = 50;
const WITHIN_MS = 600_000;
/** Some looks at what is open already. */
const CALM_MS = 20_000;
const CHECK_EVERY_MS = 2000;
const OPEN = /^semaforo_alarms\{state="aperto"\} (\d+)/m;

const { values: requested } = parseArgs({ options: { devices: { type: 'string', default: '80000' } } });
const count = Number(requested.devices);
const operators = Math.max(1, Math.round((OPERATORS * count) / SIGNALS_OF_ITALY));

const measured = await startSeededConsole({
  ...{ signals: count, operators },
  settings: { DEVICE_SILENCE_MINUTES: '1', ALARM_RAISE_SECONDS: '0' },
});
const { admin, folder, pid, origin } = measured;
/** To be asked seldom: it counts all devices. */
const open = async () => {
  await delay(CHECK_EVERY_MS);
  const text = await fetch(`${origin}/metrics`, { headers: { connection: 'close' } }).then((it) => it.text());
  return Number(OPEN.exec(text)?.[1] ?? 0);
};

const startedAt = Date.now();
await until('the first alarm is open', async () => (await open()) > 0, WITHIN_MS);
const firstAt = Date.now();
await until('each Comune has its alarm', async () => (await open()) >= operators, WITHIN_MS);
const name = `storm_${count}`;
reportFigure({ name: `${name}_opened_ms`, value: Date.now() - firstAt, unit: 'ms' });
const usedBefore = processorSeconds(pid);
await delay(CALM_MS);
reportFigure({
  name: `${name}_longest_turn_ms`,
  value: longestTurnMs(folder, startedAt),
  unit: 'ms',
  limit: TURN_LIMIT_MS,
});
reportFigure({
  name: `${name}_processor_while_open`,
  value: ((processorSeconds(pid) - usedBefore) / (CALM_MS / 1000)) * 100,
  unit: '%',
});
const listedAt = Date.now();
const alarms = await admin('listAlarms');
if (alarms.length < operators) throw new Error(`only ${alarms.length} alarms are listed`);
await delay(200);
reportFigure({
  name: `${name}_list_longest_turn_ms`,
  value: longestTurnMs(folder, listedAt),
  unit: 'ms',
  limit: TURN_LIMIT_MS,
});
await measured.stop();
