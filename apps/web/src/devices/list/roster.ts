import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useMemo, useState } from 'react';

type Records = readonly DeviceStatusRecord[];

/**
 * The devices by who they are: the same list for as long as no device comes, goes or gets another name, whatever they
 * report. What does not depend on states is derived from it, and not again at each report.
 */
export function useRoster(devices: Records): Records {
  const [rosterOf] = useState(createRoster);
  return useMemo(() => rosterOf(devices), [devices, rosterOf]);
}

/** Compares each list with the one before, so that only devices that have reported cost more than a look. */
export function createRoster(): (devices: Records) => Records {
  let seen: Records | undefined;
  let roster: Records = [];
  return (devices) => {
    if (seen === undefined || !areSame(seen, devices)) roster = devices;
    seen = devices;
    return roster;
  };
}

function areSame(before: Records, after: Records): boolean {
  if (before.length !== after.length) return false;
  return after.every((device, place) => {
    const former = before[place];
    return former === device || (former !== undefined && isSame(former, device));
  });
}

function isSame(one: DeviceStatusRecord, other: DeviceStatusRecord): boolean {
  return (
    one.id === other.id &&
    one.topic === other.topic &&
    one.device_name === other.device_name &&
    one.device_type === other.device_type
  );
}
