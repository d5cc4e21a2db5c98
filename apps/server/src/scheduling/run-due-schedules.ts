import { setImmediate as nextTurn } from 'node:timers/promises';
import { inChunks } from '../database/in-chunks.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClaimedSchedule } from './claim-due-schedules.ts';
import type { DueSchedulesRepository } from './due-schedules.repository.ts';
import { groupsApart } from './groups-apart.ts';
import { createRunSchedule, IN_ORDER_WITHIN_MS } from './run-schedule.ts';

/** What a server that hangs has claimed another runs so much later. */
const LEASE_MS = 5000;
/** One that could not be run for a fault of ours is tried again after this, not at once: the fault may last. */
const RETRY_AFTER_MS = 1000;
/** So many share a commit, and leave before the next ones are dealt with. */
const TOGETHER = 50;
/** Few: between them the others have their turn, and what has just come due must not wait. */
const ON_TIME_AT_ONCE = 10;
const LATE_AT_ONCE = 10;

/**
 * Runs what is due, with the same use case as a click and with the targets and rights of that moment. Devices that
 * were commanded later are left out: an old verde must never clear a new rosso. Schedules on time run first, in the
 * order of their times (equal times in the order of creation, so that the last one stays); then late ones, newest
 * first. The authors have their turns (docs/rules.md#schedules-in-turn). Resolves when each has ended or its command is
 * accepted.
 */
export function createRunDueSchedules(
  options: Parameters<typeof createRunSchedule>[0] & {
    repository: Omit<DueSchedulesRepository, 'releaseOwn' | 'nextDueAfter'>;
    logger: Logger;
  },
): () => Promise<void> {
  const { repository, clock } = options;
  const run = createRunSchedule(options);

  const tryToRun = async (claim: ClaimedSchedule, lateMs: number) => {
    try {
      await run(claim, lateMs);
    } catch (error) {
      // One that fails does not hold back the others.
      options.logger.error(
        { err: error, schedule: claim.id },
        'a schedule could not be run, to be tried again',
      );
      // Without the database the claim ends with its lease.
      await repository.release(claim, clock.now() + RETRY_AFTER_MS).catch(() => undefined);
    }
  };

  /** Those of a group are handed in together, in their order: their commands share a commit. */
  const runAll = async (groups: Iterable<readonly ClaimedSchedule[]>, now: number) => {
    for (const group of groups) {
      await Promise.all(group.map((claim) => tryToRun(claim, now - claim.executeAt)));
      // The embedded database answers without letting go of the process: the messages of these must leave.
      await nextTurn();
    }
  };

  const runDue = async () => {
    for (;;) {
      const now = clock.now();
      const lease = { now, leaseMs: LEASE_MS };
      const lateUntil = now - IN_ORDER_WITHIN_MS - 1;
      const onTime = await repository.claimDue(
        { from: lateUntil + 1, until: now, order: 'earliest-first', atMost: ON_TIME_AT_ONCE },
        lease,
      );
      if (onTime.length > 0) failPoint('after-claim');
      const counting = onTime.filter(({ isOutdone }) => !isOutdone);
      await runAll(inChunks(counting, TOGETHER), now);
      // One by one: each finds that what outdoes it is accepted, and its end is a commit.
      const outdone = onTime.filter(({ isOutdone }) => isOutdone);
      await runAll(inChunks(outdone, 1), now);
      const late = await repository.claimDue(
        { until: lateUntil, order: 'latest-first', atMost: LATE_AT_ONCE },
        lease,
      );
      if (late.length > 0) failPoint('after-claim');
      // Those of one device one by one: each must see what the newer one before it has commanded.
      await runAll(groupsApart(late, TOGETHER), now);
      if (onTime.length < ON_TIME_AT_ONCE && late.length < LATE_AT_ONCE) return;
    }
  };
  return async () => {
    failPoint('before-claim');
    if (await repository.isAnyDue(clock.now())) await repository.takeTurn(runDue);
  };
}
