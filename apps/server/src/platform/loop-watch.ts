import { Counter, Gauge, type Registry } from 'prom-client';
import { type MonotonicClock, systemMonotonicClock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Part } from './parts.ts';
import { lookAtWork } from './work-under-way.ts';

const CHECK_EVERY_MS = 100;
/** Twice what any input may cost (docs/rules.md#no-input-blocks). */
const BLOCKED_FROM_MS = 200;

/**
 * Notices when the event loop was blocked for more than 200 ms: logs each block once, with the routes and jobs that ran
 * meanwhile and the processor time that it took, and counts it for /metrics. Little processor time means that the disk
 * or the machine had no time for the server, which is no fault of it: that is told, but no warning.
 */
export function createLoopWatch(options: {
  logger: Pick<Logger, 'warn' | 'error' | 'info'>;
  registry: Registry;
  monotonicClock?: MonotonicClock;
  /** The processor time of this process so far (ms). */
  processorTime?: () => number;
}): Required<Part> {
  const {
    logger,
    registry,
    monotonicClock = systemMonotonicClock,
    processorTime = ownProcessorTime,
  } = options;
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
  let usedMs = processorTime();

  const check = () => {
    const now = monotonicClock.elapsedMs();
    const blockedMs = Math.round(now - lookedAt - CHECK_EVERY_MS);
    const processorMs = Math.round(processorTime() - usedMs);
    const ran = lookAtWork();
    lookedAt = now;
    usedMs += processorMs;
    if (blockedMs <= BLOCKED_FROM_MS) return;
    longestMs = Math.max(longestMs, blockedMs);
    blocks.inc();
    longest.set(longestMs / 1000);
    const level = processorMs * 2 >= blockedMs ? 'warn' : 'info';
    logger[level]({ blockedMs, processorMs, ran }, 'the event loop was blocked');
  };
  return {
    name: 'loop watch',
    start: () => {
      lookedAt = monotonicClock.elapsedMs();
      timer = setInterval(check, CHECK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
