import { setTimeout as delay } from 'node:timers/promises';
import type { ReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import type { Operators } from './operators.ts';

const CALM_WITHIN_MS = 30_000;
const CHECK_EVERY_MS = 50;

/**
 * Resolves once every server has shown of every signal what it said last, and nothing pending; or to what stays wrong.
 * Not of all at one moment: schedules go on. `at` is when (performance.now).
 */
export async function untilRight(
  operators: Operators,
  log: ReportLog,
): Promise<{ at: number; wrong: string[] }> {
  const giveUpAt = performance.now() + CALM_WITHIN_MS;
  const right = new Set<string>();
  for (;;) {
    const wrong = await findWrong(operators, log, right);
    const at = performance.now();
    if (wrong.length === 0 || at > giveUpAt) return { at, wrong };
    await delay(CHECK_EVERY_MS);
  }
}

async function findWrong(operators: Operators, log: ReportLog, right: Set<string>): Promise<string[]> {
  const ofAll = await Promise.all(operators.admins.map((admin) => admin('listDeviceStatuses')));
  return ofAll.flatMap((records, server) =>
    records.flatMap(({ topic, status, pending }) => {
      const page = `server ${server + 1}: ${topic}`;
      const lit = log.signals.get(topic)?.reported.findLast(({ on }) => on)?.lamp;
      if (pending === null && status === lit) right.add(page);
      return right.has(page) ? [] : `${page} ${status}, pending ${pending}, said ${lit}`;
    }),
  );
}

/** Resolves once every server knows so many signals. */
export async function allKnow(operators: Operators, count: number): Promise<void> {
  await until('all servers know the signals', async () => {
    const ofAll = await Promise.all(operators.admins.map((admin) => admin('listDeviceStatuses')));
    return ofAll.every((records) => records.length >= count);
  });
}
