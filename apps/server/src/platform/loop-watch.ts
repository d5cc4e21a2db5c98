import { Counter, Gauge, type Registry } from 'prom-client';
import { type MonotonicClock, systemMonotonicClock } from './clock.ts';
import type { Logger } from './logger.ts';
import { lookAtWork } from './work-under-way.ts';

const LOOK_EVERY_MS = 100;
/** Twice what any input may cost (docs/rules.md#no-input-blocks). */
const BLOCKED_FROM_MS = 200;

/**
 * Notices when the event loop was blocked for more than 200 ms: logs each block once, with the routes and jobs that ran
 * meanwhile and the processor time that it took (little of it means a slow disk or a busy machine), and counts it for
 * /metrics.
 */
export function createLoopWatch(options: {
  logger: Logger;
  registry: Registry;
  monotonicClock?: MonotonicClock;
}): { start: () => void; stop: () => void } {
  const { logger, registry, monotonicClock = systemMonotonicClock } = options;
  const blocks = new Counter({
    name: 'semaforo_event_loop_blocks_total',
    help: 'Times that the event loop was blocked for more than 200 ms',
    registers: [registry],
  });
  const longest = new Gauge({
    name: 'semaforo_event_loop_block_longest_seconds',
    help: 'The longest block of the event loop so far',
    registers: [registry],
  });
  let timer: NodeJS.Timeout | undefined;
  let longestMs = 0;
  let lookedAt = 0;
  let usage = process.cpuUsage();

  const look = () => {
    const now = monotonicClock.elapsedMs();
    const blockedMs = Math.round(now - lookedAt - LOOK_EVERY_MS);
    const { user, system } = process.cpuUsage(usage);
    const ran = lookAtWork();
    lookedAt = now;
    usage = process.cpuUsage();
    if (blockedMs <= BLOCKED_FROM_MS) return;
    longestMs = Math.max(longestMs, blockedMs);
    blocks.inc();
    longest.set(longestMs / 1000);
    const processorMs = Math.round((user + system) / 1000);
    logger.warn({ blockedMs, processorMs, ran }, 'the event loop was blocked');
  };
  return {
    start: () => {
      lookedAt = monotonicClock.elapsedMs();
      timer = setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
