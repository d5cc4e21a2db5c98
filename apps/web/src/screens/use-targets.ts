import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { Group } from '@semaforo/contract/api/groups';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import type { TargetSelector, Targets } from '@semaforo/contract/domain/targets';
import { useCallback, useMemo } from 'react';
import { useGroups } from '../commands/groups.queries.ts';
import { type Reach, reachOf } from '../commands/reach.ts';
import {
  targetSelector,
  tickedDevices,
  useChosenComune,
  useTargetChoice,
  withTicked,
} from '../commands/target-choice.ts';
import { useRoster } from '../devices/list/roster.ts';
import { type Comune, type Owners, useOwners } from '../devices/list/use-owners.ts';
import { useCurrentUser } from '../users/users.queries.ts';

type Records = readonly DeviceStatusRecord[];
/** Devices by who they are: what they show is not kept up. */
type Named = readonly Pick<DeviceStatusRecord, 'id' | 'topic' | 'device_name'>[];

/** For whom the next command of a screen is, and what its parts need to show and change that. */
export type ScreenTargets = {
  /** False until it is known whose the devices are: before that no one may be commanded. */
  ready: boolean;
  /** The devices of the chosen Comune, or all. */
  devices: Records;
  whom: Targets;
  choose: (targets: Targets) => void;
  /** Those that the next command reaches. */
  targets: Named;
  reach: Reach;
  /** What the command names. */
  named: TargetSelector;
  ticked: ReadonlySet<number>;
  tick: (ids: readonly number[], on: boolean) => void;
  toggle: (deviceId: number) => void;
  groups: readonly { group: Group; count: number }[];
  /** For an admin; else undefined. */
  owners: Owners;
  /** The Comuni, for an admin who sees several; else null. */
  comuni: readonly Comune[] | null;
  comuneId: number | null;
  chooseComune: (id: number | null) => void;
};

const NO_DEVICES: Records = [];

/** The choice of devices of one type; `all` are those that the user sees, undefined until they are read. */
export function useTargets(type: LampDeviceType, all: Records | undefined): ScreenTargets {
  const { whom, choose } = useTargetChoice(type);
  const groups = useGroups();
  const role = useCurrentUser().data?.role;
  const owners = useOwners(role === 'admin');
  const ready = all !== undefined && role !== undefined && (role !== 'admin' || owners !== undefined);
  const roster = useRoster(all ?? NO_DEVICES);
  const comuni = useMemo(() => comuniOf(roster, owners), [roster, owners]);
  const { comuneId: chosen, chooseComune } = useChosenComune();
  const comuneId = comuni?.some(({ id }) => id === chosen) === true ? chosen : null;
  const devices = useMemo(() => ofComune(all ?? NO_DEVICES, owners, comuneId), [all, owners, comuneId]);
  const ofThese = useMemo(() => ofComune(roster, owners, comuneId), [roster, owners, comuneId]);
  const tickedOnes = useMemo(() => tickedDevices(ofThese, whom, groups), [ofThese, whom, groups]);
  const ticked = useMemo(() => new Set(tickedOnes.map(({ id }) => id)), [tickedOnes]);
  const targets: Named = whom.kind === 'tutti' ? ofThese : tickedOnes;
  const reach = useMemo(() => reachOf(targets, ownerNames(owners)), [targets, owners]);
  const offered = useMemo(
    () => groups.filter(({ userId }) => comuneId === null || userId === comuneId).map(counting(ofThese)),
    [groups, ofThese, comuneId],
  );
  const named = useMemo(() => targetSelector(whom, targets, comuneId !== null), [whom, targets, comuneId]);
  const tick = (ids: readonly number[], on: boolean) => choose(withTicked(ticked, ids, on));
  const toggle = useCallback(
    (id: number) => choose(withTicked(ticked, [id], !ticked.has(id))),
    [ticked, choose],
  );
  return {
    ready,
    devices,
    whom,
    choose,
    targets,
    reach,
    named,
    ticked,
    tick,
    toggle,
    groups: offered,
    owners,
    comuni,
    comuneId,
    chooseComune,
  };
}

/** The Comuni of those devices by name; null for a user who sees one only. */
function comuniOf(devices: Records, owners: Owners): Comune[] | null {
  if (!owners) return null;
  const comuni = new Map<number, Comune>();
  for (const { id } of devices) {
    const owner = owners.get(id);
    if (owner) comuni.set(owner.id, owner);
  }
  return [...comuni.values()].sort((one, other) => byItalianOrder(one.username, other.username));
}

function ofComune(devices: Records, owners: Owners, comuneId: number | null): Records {
  return comuneId === null ? devices : devices.filter(({ id }) => owners?.get(id)?.id === comuneId);
}

function ownerNames(owners: Owners): ((deviceId: number) => string | undefined) | undefined {
  return owners && ((deviceId) => owners.get(deviceId)?.username);
}

/** A group with how many of those devices it has. */
function counting(devices: Records) {
  return (group: Group) => {
    const members = new Set(group.deviceIds);
    return { group, count: devices.filter(({ id }) => members.has(id)).length };
  };
}
