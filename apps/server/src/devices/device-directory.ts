import type { DeviceType } from '@semaforo/contract/domain/channels';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { type Actor, maySee } from '../platform/actor.ts';
import { hasLamps, type KnownDevice } from './known-device.ts';

/** All devices, in memory: found by id or key at once, listed per owner without asking the database. */
export type DeviceDirectory = {
  load: (devices: readonly KnownDevice[]) => void;
  put: (device: KnownDevice) => void;
  remove: (id: number) => void;
  /** The devices of a user who is gone have no owner any more; returns them as they were. */
  releaseOwner: (userId: number) => KnownDevice[];
  listAll: () => KnownDevice[];
  count: () => number;
  findById: (id: number) => KnownDevice | undefined;
  findByKey: (key: string) => KnownDevice | undefined;
  /** The device if the actor may see it: what is another's answers like what does not exist. */
  findVisible: (actor: Actor, id: number) => KnownDevice | undefined;
  /** What the actor may see, of one type or of those with `lamps`, by name (or topic) in Italian order. */
  list: (actor: Actor, type?: DeviceType | 'lamps') => readonly KnownDevice[];
};

export function createDeviceDirectory(): DeviceDirectory {
  const byId = new Map<number, KnownDevice>();
  const byKey = new Map<string, KnownDevice>();
  const idsByOwner = new Map<number | null, Set<number>>();
  /** Sorted lists by owner (or all) and type; every change empties it. */
  const lists = new Map<string, readonly KnownDevice[]>();

  // Emptying an empty map costs as much as making one.
  const forgetLists = () => {
    if (lists.size > 0) lists.clear();
  };
  const remove = (id: number) => {
    const device = byId.get(id);
    if (!device) return;
    byId.delete(id);
    byKey.delete(device.topic);
    idsByOwner.get(device.ownerId)?.delete(id);
    forgetLists();
  };
  const put = (device: KnownDevice) => {
    remove(device.id);
    byId.set(device.id, device);
    byKey.set(device.topic, device);
    const owned = idsByOwner.get(device.ownerId) ?? new Set();
    idsByOwner.set(device.ownerId, owned.add(device.id));
    forgetLists();
  };
  const ownedBy = (ownerId: number) =>
    [...(idsByOwner.get(ownerId) ?? [])].flatMap((id) => byId.get(id) ?? []);

  const directory: DeviceDirectory = {
    // In order: what is sorted again then is sorted already but for what changed.
    load: (devices) => devices.toSorted(byLabel).forEach(put),
    put,
    remove,
    releaseOwner: (userId) => {
      const owned = ownedBy(userId);
      for (const device of owned) put({ ...device, ownerId: null });
      return owned;
    },
    listAll: () => [...byId.values()],
    count: () => byId.size,
    findById: (id) => byId.get(id),
    findByKey: (key) => byKey.get(key),
    findVisible: (actor, id) => {
      const device = byId.get(id);
      const isSeen = device && maySee(actor, device.ownerId) && (actor.devices?.has(id) ?? true);
      return isSeen ? device : undefined;
    },
    list: (actor, type) => {
      const { devices, ...owner } = actor;
      if (devices) return directory.list(owner, type).filter(({ id }) => devices.has(id));
      const listed = `${actor.role === 'admin' ? 'all' : actor.id} ${type ?? 'all'}`;
      const known = lists.get(listed);
      if (known) return known;
      const visible = actor.role === 'admin' ? [...byId.values()] : ownedBy(actor.id);
      const sorted = visible.filter((device) => isOf(device, type)).sort(byLabel);
      lists.set(listed, sorted);
      return sorted;
    },
  };
  return directory;
}

function isOf(device: KnownDevice, type: DeviceType | 'lamps' | undefined): boolean {
  if (type === 'lamps') return hasLamps(device);
  return type === undefined || device.type === type;
}

function byLabel(a: KnownDevice, b: KnownDevice): number {
  return byItalianOrder(labelOf(a), labelOf(b)) || a.id - b.id;
}
