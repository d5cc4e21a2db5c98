import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { until } from '@semaforo/testing/until';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDesired } from './check-desired.ts';
import { checkErrors } from './check-errors.ts';
import { checkCalmLamps } from './check-lamps.ts';
import { checkRequests } from './check-requests.ts';
import { checkSchedules } from './check-schedules.ts';
import type { Crew } from './crew.ts';
import { type Findings, readRows } from './findings.ts';
import type { Testbed } from './testbed.ts';
import type { ReportViolation, Violation } from './violation.ts';

const READY_WITHIN_MS = 30_000;
/** Longer than any delivery may stay open. */
const ENDED_WITHIN_MS = 95_000;
/** What was said at the very last may take so long to be everywhere. */
const SETTLED_WITHIN_MS = 6000;

/** Waits until nothing happens any more; devices need not speak again for that. */
export async function untilCalm(
  testbed: Testbed,
  crew: Crew,
  reportViolation: ReportViolation,
): Promise<void> {
  const admin = crew.members.get('admin');
  await until(
    'the link to the broker is up',
    async () => (await admin?.reads('getBrokerStatus').catch(() => undefined))?.connected === true,
    READY_WITHIN_MS,
  ).catch(() => reportViolation('not-calm', 'the link to the broker is down'));
  await untilSettled(testbed, reportViolation);
  await until('all has ended', () => hasAllEnded(testbed), ENDED_WITHIN_MS).catch(() => undefined);
  await untilSettled(testbed, reportViolation);
}

/** Everybody is on the broker, and the broker has acknowledged all that they said. */
async function untilSettled({ devices }: Testbed, reportViolation: ReportViolation): Promise<void> {
  const waiting = () => [...devices.values()].filter((device) => !device.isSettled()).map(({ key }) => key);
  await until('the devices are settled', () => waiting().length === 0, READY_WITHIN_MS).catch(() =>
    reportViolation('not-acknowledged', `away, or waiting for the broker: ${waiting().join(', ')}`),
  );
}

async function hasAllEnded(testbed: Testbed): Promise<boolean> {
  const { deliveries, schedules } = await readRows(testbed.db());
  return (
    deliveries.every(({ state }) => !isUnderWay(state)) &&
    schedules.every(({ outcome }) => outcome !== null && outcome !== 'in corso')
  );
}

/** What is wrong at the end of a round, and stays so. */
export async function assertCalm(gather: () => Promise<Findings>): Promise<Violation[]> {
  let violations: Violation[] = [];
  await until(
    'nothing is wrong',
    async () => {
      violations = assert(await gather());
      return violations.length === 0;
    },
    SETTLED_WITHIN_MS,
  ).catch(() => undefined);
  return violations;
}

/** What is wrong at this moment. */
export function assert(findings: Findings): Violation[] {
  const violations: Violation[] = [];
  const reportViolation: ReportViolation = (invariant, what, { key, at = findings.now } = {}) =>
    violations.push({ invariant, what, key, at });
  checkCalmLamps(findings, reportViolation);
  checkDeliveries(findings, reportViolation);
  checkRequests(findings, reportViolation);
  checkSchedules(findings, reportViolation);
  checkDesired(findings, reportViolation);
  checkErrors(findings, reportViolation);
  return violations;
}
