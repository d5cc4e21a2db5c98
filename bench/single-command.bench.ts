// Measures the time from an operator's click to the confirmed lamp of one device: all of POST /api/devices/command,
// with the durable intent and the device's own reports, on the embedded broker and on Mosquitto. The reference is a
// bare MQTT client that publishes one message and waits for its echo. A command needs more, and a second ratio says how
// it compares with that: two messages one after the other, and two durable writes.

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { type BareBroker, startBareBroker, startBareLoop } from './bare-loop.ts';
import { startConsoleWithSignals } from './measured-console.ts';
import { median, reportSlowdown } from './report-figure.ts';
import { timeCommand } from './time-command.ts';

/** SQLite's write-ahead log writes and flushes a frame of one page for each small transaction. */
const FRAME_BYTES = 24 + 4096;

/** A file that is written and flushed as SQLite flushes its log, and nothing else. */
type DurableWrites = {
  /** Writes and flushes once; returns the milliseconds that it took. */
  time: () => number;
  stop: () => void;
};

function startDurableWrites(): DurableWrites {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-durable-'));
  const file = openSync(join(folder, 'misura.log'), 'w');
  const frame = Buffer.alloc(FRAME_BYTES);
  let written = 0;
  return {
    time: () => {
      const startedAt = performance.now();
      writeSync(file, frame, 0, frame.length, written * frame.length);
      fsyncSync(file);
      written += 1;
      return performance.now() - startedAt;
    },
    stop: () => {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

const REPORT_EVERY_MS = 60_000;
/** Fewer than a user may give at once: the share of commands is not what is measured. */
const RUNS = 40;
const AT_MOST = { embedded: 4, mosquitto: 6 } as const;
const DURABLE_WRITES = 2;

await measure('embedded', { bareBroker: await startBareBroker(1) });
if (hasMosquitto) {
  const [ours, theirs] = [createMosquitto(await freePort()), createMosquitto(await freePort())];
  await Promise.all([ours.start(), theirs.start()]);
  await measure('mosquitto', { mosquitto: ours, bareBroker: bareMosquitto(theirs) });
  ours.remove().catch(() => undefined);
}

/** Measures ours and the reference in turn, so that a slower moment of the machine affects both. */
async function measure(
  on: keyof typeof AT_MOST,
  { mosquitto, bareBroker }: { mosquitto?: Mosquitto; bareBroker: BareBroker },
) {
  const measured = await startConsoleWithSignals({
    count: 1,
    reportEveryMs: REPORT_EVERY_MS,
    ...(mosquitto && { mosquitto }),
  });
  const keys = (await measured.api('listDevices')).devices.map(({ topic }) => topic);
  const bare = await startBareLoop(keys, bareBroker);
  const disk = startDurableWrites();
  const times: Record<'ours' | 'echo' | 'write', number[]> = { ours: [], echo: [], write: [] };
  for (let run = 0; run < RUNS; run += 1) {
    times.ours.push(await timeCommand(measured.api, colorOf(2 * run)));
    times.echo.push(await bare.lightOnly(keys, colorOf(2 * run + 1)));
    times.write.push(disk.time());
    await bare.light(keys, colorOf(2 * run + 1));
  }
  const oursMs = median(times.ours);
  const echoMs = median(times.echo);
  const floorMs = 2 * echoMs + DURABLE_WRITES * median(times.write);
  reportSlowdown({ name: `single-command_${on}`, oursMs, referenceMs: echoMs, atMost: AT_MOST[on] });
  reportSlowdown({ name: `single-command_${on}_of_two_echoes_two_writes`, oursMs, referenceMs: floorMs });
  disk.stop();
  await bare.stop();
  await measured.stop();
}

function bareMosquitto(mosquitto: Mosquitto): BareBroker {
  return {
    address: { host: '127.0.0.1', port: mosquitto.port },
    server: MOSQUITTO_LOGIN,
    devices: MOSQUITTO_LOGIN,
    admitDevices: () => undefined,
    stop: mosquitto.remove,
  };
}

function colorOf(run: number) {
  return SIGNAL_COLORS[run % SIGNAL_COLORS.length] ?? 'verde';
}
