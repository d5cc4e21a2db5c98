import { performance } from 'node:perf_hooks';

const OVERLOADED_FROM = 0.9;

/** Tells whether this process was busy nearly all of the time since it was asked last. */
export function createLoadGauge(): () => boolean {
  let former = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, former);
    former = now;
    return utilization >= OVERLOADED_FROM;
  };
}
