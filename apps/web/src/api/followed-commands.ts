import type { Delivery } from '@semaforo/contract/api/commands';
import type { CommandProgress } from '@semaforo/contract/live/events';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** One command, as far as this page knows it. `total` counts its devices that this user may see. */
export type FollowedCommand = Omit<CommandProgress, 'deliveries'> & {
  /**
   * By the delivery's id. One map for all that is heard of a command, which grows in place: a copy for each event would
   * cost as much as all of its devices.
   */
  deliveries: Map<number, Delivery>;
  /** How many of them are confirmed. */
  confirmed: number;
  /** When the last of its devices confirmed (epoch ms); null before that. */
  confirmedAt: number | null;
};

/** The commands that made progress since the page opened, by id. */
export type FollowedCommands = ReadonlyMap<number, FollowedCommand>;

/** Written by live events only: nothing is read from the server. */
export const followedCommandsQuery = queryOptions({
  queryKey: queryKeys.followedCommands,
  queryFn: skipToken,
  initialData: (): FollowedCommands => new Map(),
  structuralSharing: false,
});

/** Only the newest commands are kept. */
const MAX_FOLLOWED = 50;

/** The followed commands after more progress, heard at `now` (epoch ms): later states replace earlier ones. */
export function mergeProgress(
  followed: FollowedCommands | undefined,
  progress: readonly CommandProgress[],
  now: number,
): FollowedCommands {
  const merged = new Map(followed);
  for (const { deliveries, ...command } of progress) {
    const former = merged.get(command.commandId);
    const known = former?.deliveries ?? new Map<number, Delivery>();
    let confirmed = former?.confirmed ?? 0;
    for (const delivery of deliveries) {
      confirmed += Number(isConfirmed(delivery)) - Number(isConfirmed(known.get(delivery.id)));
      known.set(delivery.id, delivery);
    }
    const areAll = known.size >= command.total && confirmed === known.size;
    const confirmedAt = former?.confirmedAt ?? (areAll ? now : null);
    merged.set(command.commandId, { ...command, deliveries: known, confirmed, confirmedAt });
  }
  const newest = [...merged].sort(([a], [b]) => a - b).slice(-MAX_FOLLOWED);
  return new Map(newest);
}

function isConfirmed(delivery: Delivery | undefined): boolean {
  return delivery?.state === 'confermato';
}
