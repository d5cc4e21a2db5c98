import type { Group } from '@semaforo/contract/api/groups';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { DEVICE_WORDS } from '@semaforo/contract/domain/device-words';
import { counted } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';

/** A device that may be in a group; `ownerId` is null when the user sees only their own. */
type Candidate = {
  id: number;
  label: string;
  topic: string;
  type: DeviceType;
  ownerId: number | null;
};

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
export function membersInWords({ deviceIds }: Group, candidates: readonly Candidate[]): string {
  const members = new Set(deviceIds);
  const parts = (['semaforo', 'lanterna'] as const).flatMap((type) => {
    const count = candidates.filter((one) => one.type === type && members.has(one.id)).length;
    return count === 0 ? [] : [counted(count, DEVICE_WORDS[type])];
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
