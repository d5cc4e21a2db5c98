import type { Group } from '@semaforo/contract/api/groups';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import type { TargetSelector, Targets } from '@semaforo/contract/domain/targets';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../api/query-keys.ts';

const ALL: Targets = { kind: 'tutti' };

/** In the cache, to be the same on cards, list and map, and to end with the session. */
const targetQuery = (type: LampDeviceType) =>
  queryOptions({
    queryKey: [...queryKeys.whom, type],
    queryFn: skipToken,
    initialData: ALL,
    structuralSharing: false,
  });

/** For whom the next command to devices of a type is, and the way to change that. */
export function useTargetChoice(type: LampDeviceType): { whom: Targets; choose: (targets: Targets) => void } {
  const queryClient = useQueryClient();
  return {
    whom: useQuery(targetQuery(type)).data ?? ALL,
    choose: useCallback(
      (targets: Targets) => queryClient.setQueryData<Targets>([...queryKeys.whom, type], targets),
      [queryClient, type],
    ),
  };
}

const comuneQuery = queryOptions({
  queryKey: [...queryKeys.whom, 'comune'],
  queryFn: skipToken,
  initialData: null as number | null,
});

/** The Comune to which an admin narrows the dashboard; null for all. */
export function useChosenComune(): { comuneId: number | null; chooseComune: (id: number | null) => void } {
  const queryClient = useQueryClient();
  return {
    comuneId: useQuery(comuneQuery).data ?? null,
    chooseComune: (id) => queryClient.setQueryData(comuneQuery.queryKey, id),
  };
}

/**
 * The devices that are ticked, in their order: those of the group, or those chosen one by one. When all are meant none
 * is ticked. What is gone or another's is left out.
 */
export function tickedDevices<Device extends { id: number }>(
  devices: readonly Device[],
  targets: Targets,
  groups: readonly Group[],
): readonly Device[] {
  if (targets.kind === 'tutti') return [];
  const ids = new Set(
    targets.kind === 'scelti'
      ? targets.deviceIds
      : groups.find(({ id }) => id === targets.groupId)?.deviceIds,
  );
  return devices.filter(({ id }) => ids.has(id));
}

/** The choice after some devices were ticked or unticked. It never becomes all again by itself. */
export function withTicked(ticked: Iterable<number>, ids: readonly number[], on: boolean): Targets {
  const deviceIds = new Set(ticked);
  for (const id of ids) {
    if (on) deviceIds.add(id);
    else deviceIds.delete(id);
  }
  return { kind: 'scelti', deviceIds: [...deviceIds] };
}

/**
 * What a command or a schedule names. For all devices that the user sees, nothing; for all those of one Comune among
 * several, each.
 */
export function targetSelector(
  targets: Targets,
  devices: readonly { id: number }[],
  isNarrowed: boolean,
): TargetSelector {
  if (targets.kind === 'gruppo') return { groupId: targets.groupId };
  if (targets.kind === 'tutti' && !isNarrowed) return {};
  return { deviceIds: devices.map(({ id }) => id) };
}
