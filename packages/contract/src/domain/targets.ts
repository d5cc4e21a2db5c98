/**
 * For whom a command or a schedule is: all devices of the type that its author may command, those of a group, or
 * devices chosen one by one (docs/rules.md#whom-a-command-is-for).
 */
export const TARGET_KINDS = ['tutti', 'gruppo', 'scelti'] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** As many as may be chosen one by one, or be in one group. */
export const CHOSEN_AT_MOST = 10_000;

/** What a request names: at most one of the two. */
export type TargetSelector = { deviceIds?: number[] | undefined; groupId?: number | undefined };

export type Targets =
  | { kind: 'tutti' }
  | { kind: 'gruppo'; groupId: number }
  | { kind: 'scelti'; deviceIds: readonly number[] };

/** For whom a request is; one that names neither devices nor a group is for all. */
export function targetsOf({ deviceIds, groupId }: TargetSelector): Targets {
  if (groupId !== undefined) return { kind: 'gruppo', groupId };
  return deviceIds === undefined ? { kind: 'tutti' } : { kind: 'scelti', deviceIds };
}

/** Whether a request names at most one of the two. */
export function selectsOneWay({ deviceIds, groupId }: TargetSelector): boolean {
  return deviceIds === undefined || groupId === undefined;
}
