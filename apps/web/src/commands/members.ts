import type { Group } from '@semaforo/contract/api/groups';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { Column } from '../lists/columns.ts';

/** A device that may be in a group; `ownerId` is null when the user sees only their own. */
type Candidate = {
  id: number;
  label: string;
  topic: string;
  type: LampDeviceType;
  ownerId: number | null;
};

/** By what the groups are sorted and taken away as a file; with their Comune for a user who sees several. */
export function groupColumns(withComune: boolean): Column<Group>[] {
  return [
    { title: 'Nome', value: ({ name }) => name },
    ...(withComune ? [{ title: 'Comune', value: ({ username }: Group) => username }] : []),
    { title: 'Dispositivi', value: ({ deviceIds }) => deviceIds.length, isNumber: true },
  ];
}

/** The groups whose name or Comune contains the text, in any case. */
export function findGroups(groups: readonly Group[], text: string): Group[] {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  return groups.filter(({ name, username }) =>
    `${name}\n${username}`.toLocaleLowerCase(LOCALE).includes(wanted),
  );
}

export type GroupDialogProps = {
  /** Whether it opens on a new group or on the list of all. */
  start: 'new' | 'all';
  /** All devices that may be in groups, by name. */
  candidates: readonly Candidate[];
  /** The Comuni to choose from, for a user who sees several; else null. */
  comuni: readonly { id: number; username: string }[] | null;
  /** What a new group begins with. */
  ticked: ReadonlySet<number>;
  onSaved: (group: Group) => void;
  onClose: () => void;
};

/** '3 semafori, 1 lanterna'; 'nessun dispositivo'. */
export function describeMembers({ deviceIds }: Group, candidates: readonly Candidate[]): string {
  const members = new Set(deviceIds);
  const parts = (['semaforo', 'lanterna'] as const).flatMap((type) => {
    const count = candidates.filter((one) => one.type === type && members.has(one.id)).length;
    return count === 0 ? [] : [counted(count, DEVICE_LABELS[type])];
  });
  return parts.length === 0 ? 'nessun dispositivo' : parts.join(', ');
}

/** The candidates of a Comune (null: any) whose name or topic contains the text, in any case. */
export function findCandidates(
  candidates: readonly Candidate[],
  { ownerId, text }: { ownerId: number | null; text: string },
): Candidate[] {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  return candidates.filter(
    (one) =>
      (ownerId === null || one.ownerId === ownerId) &&
      `${one.label}\n${one.topic}`.toLocaleLowerCase(LOCALE).includes(wanted),
  );
}
