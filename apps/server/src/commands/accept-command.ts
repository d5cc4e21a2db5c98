import { setTimeout as delay } from 'node:timers/promises';
import { CLICK_DEADLINE_MS, deadlineFor } from '@semaforo/contract/domain/command-rules';
import type { LimitFunction } from 'p-limit';
import { TermOverError } from '../cluster/cluster.port.ts';
import { isBlocked, mayHaveCommitted } from '../database/commit-in-doubt.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { CommandRequest } from './command-request.ts';
import type { CommandsRepository } from './commands.repository.ts';
import { ClaimLostError } from './executed-schedule.ts';
import { launchCommand } from './launch-command.ts';
import { type PreparedTarget, prepareTarget, toIntent } from './prepare-command.ts';
import type { SendingRate } from './sending-rate.ts';
import type { CommandIntent } from './store-intents.ts';
import { takeBatch } from './take-batch.ts';
import type { AcceptedCommand } from './tracked-delivery.ts';

/**
 * Commits a command and begins to send it. Every command begins here, that of an operator and that of a schedule.
 * Only resume-unfinished.ts sends too: what an earlier process of this server committed here and did not finish.
 */
export type AcceptCommand = (request: CommandRequest) => Promise<AcceptedCommand | Refusal>;

/** Once so many devices are to be commanded, the other commands wait for the next commit. */
const DEVICES_TOGETHER = 1000;
/** Between two tries to learn what became of a commit. */
const ASK_AGAIN_AFTER_MS = 200;

type Waiting = {
  request: CommandRequest;
  createdAt: number;
  resolve: (accepted: AcceptedCommand | Refusal) => void;
  reject: (error: unknown) => void;
};

type Prepared = Waiting & { intent: CommandIntent; targets: PreparedTarget[] };

export function createAcceptCommand(options: {
  repository: Pick<CommandsRepository, 'storeAll'>;
  states: DeviceStates;
  lanes: CommandLanes;
  commandTopic: string;
  rate: Pick<SendingRate, 'estimateMs'>;
  /**
   * Held while a command is accepted, and by whatever changes devices. So the order in the database is that of the
   * lanes, and no device becomes another meanwhile.
   */
  mutex: LimitFunction;
  /** Called with what each accepted command came from. */
  accepted?: (origin: string) => void;
  clock: Clock;
}): AcceptCommand {
  const { clock } = options;
  const queue: Waiting[] = [];

  const prepare = async (waiting: Waiting): Promise<Prepared | undefined> => {
    const { request, createdAt, resolve, reject } = waiting;
    try {
      const resolved = await request.resolveTargets();
      // It may have waited here, for those before it or for the database.
      const isTooOld = clock.now() >= request.deadlineAt;
      if (isTooOld || resolved instanceof Refusal) {
        resolve(resolved instanceof Refusal ? resolved : COMMAND_TOO_OLD);
        return undefined;
      }
      const targets: PreparedTarget[] = [];
      await runInChunks(resolved, (some) => {
        for (const target of some) targets.push(prepareTarget(target, options.commandTopic));
      });
      const extraMs = deadlineFor(options.rate.estimateMs(targets.length)) - CLICK_DEADLINE_MS;
      const intent = await toIntent(request, { createdAt, extraMs, targets, states: options.states });
      return { ...waiting, targets, intent };
    } catch (error) {
      reject(error);
      return undefined;
    }
  };

  const accept = async (group: readonly Prepared[]) => {
    const scheduled = group.filter(({ request }) => request.schedule);
    const stored = await options.repository.storeAll(
      group.map(({ intent }) => intent),
      { isInTime: () => scheduled.every(({ request }) => clock.now() < request.deadlineAt) },
    );
    for (const [index, prepared] of group.entries()) {
      const ids = stored[index];
      if (ids === undefined) prepared.reject(new Error('the database did not say what it stored'));
      else if (ids instanceof ClaimLostError) prepared.reject(ids);
      else {
        options.accepted?.(prepared.request.origin);
        await launchCommand(options.lanes, prepared, ids);
      }
    }
  };

  /**
   * When the answer to a commit was lost, the command is neither stored nor not stored until the database says which:
   * the same intent is tried again, and found if it is there (docs/rules.md#durable-intent). A later try that fails
   * says nothing of that commit. Not after its deadline: others wait for their turn.
   */
  const acceptAlone = async (prepared: Prepared, failure: unknown): Promise<void> => {
    let lastFailure = failure;
    let isInDoubt = mayHaveCommitted(failure);
    while (clock.now() < prepared.request.deadlineAt) {
      try {
        return await accept([prepared]);
      } catch (error) {
        isInDoubt ||= mayHaveCommitted(error);
        if (!isInDoubt && !mayTryAgain(error, prepared.request)) throw error;
        lastFailure = error;
        await delay(ASK_AGAIN_AFTER_MS);
      }
    }
    throw lastFailure;
  };

  /** The next commands, ready to be stored. If their commit fails, each is tried alone. */
  const prepareGroup = async (): Promise<Prepared[]> => {
    const group: Prepared[] = [];
    const taken = takeBatch(queue);
    let devices = 0;
    while (taken.length > 0 && devices < DEVICES_TOGETHER) {
      const sideBySide = taken.splice(0, countApart(taken));
      for (const prepared of await Promise.all(sideBySide.map(prepare))) {
        if (prepared) group.push(prepared);
        devices += prepared?.targets.length ?? 0;
      }
    }
    queue.unshift(...taken);
    return group;
  };

  const acceptWaiting = async () => {
    const group = await prepareGroup();
    if (group.length === 0) return;
    try {
      await accept(group);
    } catch (error) {
      const [only] = group;
      if (group.length === 1 && only && !mayTryAgain(error, only.request)) only.reject(error);
      else for (const prepared of group) await acceptAlone(prepared, error).catch(prepared.reject);
    }
  };

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, createdAt: clock.now(), resolve, reject });
      // Never rejects: whatever fails is told to whoever asked.
      void options.mutex(acceptWaiting);
    });
}

/** The first so many are each for another Comune: what they read is read at once. */
function countApart(waiting: readonly Waiting[]): number {
  const owners = new Set<number>();
  for (const { request } of waiting) {
    if (request.ownerId === undefined || owners.has(request.ownerId)) break;
    owners.add(request.ownerId);
  }
  return Math.max(1, owners.size);
}

/**
 * Not known to be stored, or not stored because the term of this server is over: another begins in a moment. What
 * another transaction was in the way of may pass next time; a schedule is given back and tried again by its runner, and
 * holds up nobody here.
 */
function mayTryAgain(error: unknown, { schedule }: CommandRequest): boolean {
  if (mayHaveCommitted(error) || error instanceof TermOverError) return true;
  return isBlocked(error) && schedule === undefined;
}
