import type { Command, Delivery } from '@semaforo/contract/api/commands';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { hasFailed, mayBecome } from '@semaforo/contract/domain/delivery-state';
import type { FollowedCommand, FollowedCommands } from './followed-commands.ts';

/** A command with its retries, as one: of each device the newest delivery (docs/rules.md#last-command). */
export type WholeCommand = {
  commandId: number;
  /** The id of its newest retry, else its own. */
  newestId: number;
  origin: Command['origin'];
  username: string;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  /** Null when each device was commanded a status of its own (a restore). */
  value: Command['value'];
  createdAt: string;
  whom: Command['whom'];
  /** The name that the group had; null without one. */
  group: string | null;
  /** How many devices it has, known ones and those not heard of yet. */
  total: number;
  deliveries: readonly Delivery[];
  /** The devices that a restore leaves as they are. */
  leftOut: Command['left_out'];
  /** When this page heard the last confirmation (epoch ms); null when it did not, or it was that of a retry. */
  confirmedAt: number | null;
};

/**
 * What is known of the commands to the devices of one type: the server's answers, and the live events since. `failed`:
 * those that had failed before this page was opened, each with the deliveries that are still to be told.
 */
export type KnownCommands = {
  type: DeviceType;
  read: Command | null | undefined;
  failed: readonly Command[];
  followed: FollowedCommands;
};

/** The newest command, whoever gave it; null when none is known. */
export function lastCommandOf(known: KnownCommands): WholeCommand | null {
  const ids = rootsOf(known);
  return ids.length === 0 ? null : wholeCommand(known, Math.max(...ids));
}

/** The newest command that the last one overtook while it was under way; null when there is none. */
export function overtakenCommandOf(known: KnownCommands): WholeCommand | null {
  const [, former] = rootsOf(known).toSorted((a, b) => b - a);
  const command = former === undefined ? null : wholeCommand(known, former);
  return command?.deliveries.some(({ state }) => state === 'superato') === true ? command : null;
}

/**
 * The commands besides `shown` that failed on devices which no newer one has reached, each with its deliveries to such
 * devices, newest first. A failure is shown wherever its devices are watched (docs/rules.md#last-command).
 */
export function otherFailures(
  known: readonly KnownCommands[],
  shown: Pick<WholeCommand, 'commandId'> | null,
): WholeCommand[] {
  const reached = new Set<number | null>([null]);
  return known
    .flatMap((each) =>
      [...rootsOf(each), ...failedBefore(each)].flatMap((id) => wholeCommand(each, id) ?? []),
    )
    .toSorted((one, other) => other.newestId - one.newestId)
    .flatMap((command) => {
      const left = command.deliveries.filter(({ deviceId }) => !reached.has(deviceId));
      for (const { deviceId } of command.deliveries) reached.add(deviceId);
      const isOther = command.commandId !== shown?.commandId && left.some(({ state }) => hasFailed(state));
      return isOther ? [{ ...command, deliveries: left, total: left.length }] : [];
    });
}

/** The ids of the known commands that are no retry of another. */
function rootsOf({ type, read, followed }: KnownCommands): number[] {
  const ids = new Set<number>();
  if (read?.device_type === type) ids.add(read.commandId);
  for (const { commandId, origin, deviceType } of followed.values()) {
    if (deviceType === type && origin !== 'ripetizione') ids.add(commandId);
  }
  return [...ids];
}

/** The ids of those that had failed before and are not known otherwise. */
function failedBefore(known: KnownCommands): number[] {
  const others = new Set(rootsOf(known));
  return known.failed.flatMap(({ device_type, commandId }) =>
    device_type === known.type && !others.has(commandId) ? commandId : [],
  );
}

function wholeCommand({ read, failed, followed }: KnownCommands, commandId: number): WholeCommand | null {
  const live = followed.get(commandId);
  const answered =
    read?.commandId === commandId ? read : failed.find((command) => command.commandId === commandId);
  const head = live ?? (answered && headOf(answered));
  if (head === undefined) return null;
  const retries = [...followed.values()].filter(
    ({ origin, sourceId }) => origin === 'ripetizione' && sourceId === commandId,
  );
  const newer = [live, ...retries].map((command) => command?.deliveries.values() ?? []);
  const deliveries = newestByDevice(answered?.deliveries ?? [], ...newer);
  return {
    commandId,
    newestId: Math.max(commandId, ...retries.map((retry) => retry.commandId)),
    origin: head.origin,
    username: head.username,
    approvedBy: head.approvedBy,
    value: head.value,
    createdAt: head.createdAt,
    whom: head.whom,
    group: head.group,
    total: Math.max(live?.total ?? 0, deliveries.length),
    deliveries,
    leftOut: answered?.left_out ?? [],
    confirmedAt: live?.confirmedAt ?? null,
  };
}

type Head = Pick<
  FollowedCommand,
  'origin' | 'username' | 'approvedBy' | 'value' | 'createdAt' | 'whom' | 'group'
>;

function headOf({ origin, username, approved_by, value, created_at, whom, group }: Command): Head {
  return { origin, username, approvedBy: approved_by, value, createdAt: created_at, whom, group };
}

/** Of each device its newest delivery; of two reports of the same delivery, in any order, the further state. */
function newestByDevice(...lists: Iterable<Delivery>[]): Delivery[] {
  const newest = new Map<number | string, Delivery>();
  for (const deliveries of lists) {
    for (const delivery of deliveries) {
      const device = delivery.deviceId ?? `deleted ${delivery.id}`;
      const known = newest.get(device);
      if (known === undefined || isNewer(delivery, known)) newest.set(device, delivery);
    }
  }
  return [...newest.values()];
}

function isNewer(delivery: Delivery, known: Delivery): boolean {
  return delivery.id === known.id ? mayBecome(known.state, delivery.state) : delivery.id > known.id;
}
