import { channelOfLantern } from '@semaforo/contract/domain/channels';
import { networkChannelOf, USUAL_PROFILE } from '@semaforo/contract/domain/device-profiles';
import { HALF_POSITION, isHalfPosition } from '@semaforo/contract/domain/position';
import type { LimitFunction } from 'p-limit';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../database/constraint-errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import type { DeviceStates } from './device-states.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { hasLamps, isSameDevice, type KnownDevice } from './known-device.ts';

const TOPIC_TAKEN = new Refusal('conflict', {
  code: 'topic-taken',
  message: 'Esiste già un dispositivo con questo topic: maiuscole e minuscole sono la stessa cosa',
});
const UNKNOWN_OWNER = new Refusal('not-found', {
  code: 'user-not-found',
  message: "L'utente indicato non esiste",
});
const LANTERN_WITHOUT_CHANNEL = new Refusal('invalid', {
  code: 'invalid-topic',
  message: 'Il topic di una lanterna deve iniziare con /3/ o /4/',
});

const NETWORK_WITH_LAMPS = new Refusal('invalid', {
  code: 'gauges-only',
  message: 'Da una rete LoRaWAN parla solo un misuratore: le sue risposte arrivano tardi, o mai',
});

/** What a device has of which only topic and type are given. */
export const NEW_DEVICE: Omit<KnownDevice, 'id' | 'topic' | 'type'> = {
  name: null,
  profile: USUAL_PROFILE,
  latitude: null,
  longitude: null,
  ownerId: null,
};

const HALF_PLACED = new Refusal('invalid', { code: 'half-position', message: HALF_POSITION });

export type DeviceChange = Partial<Omit<KnownDevice, 'id' | 'ownerId'>>;

/** What an admin does to devices: stored first, then put into the directory, then announced to the other modules. */
export function createDeviceManagement(options: {
  repository: DevicesRepository;
  directory: DeviceDirectory;
  states: DeviceStates;
  listEvents: EventChannel<DeviceListEvent>;
  /** One change at a time, each on what the one before left; and none while a command is being accepted. */
  mutex: LimitFunction;
  clock: Clock;
}) {
  const { repository, directory, listEvents, mutex } = options;

  const change = async (
    id: number,
    given: Partial<KnownDevice>,
    author: AuditAuthor,
  ): Promise<KnownDevice | Refusal> => {
    const before = directory.findById(id);
    if (!before) return notFound();
    const after = { ...before, ...given };
    const trouble = refusalOf(after, given);
    if (trouble) return trouble;
    if (given.ownerId != null && !(await repository.mayOwn(given.ownerId))) return UNKNOWN_OWNER;
    const isAnother = !isSameDevice(before, after);
    const stored = await refusing(() =>
      repository.update(after, { author, at: options.clock.now(), before, forgetState: isAnother }),
    );
    if (stored instanceof Refusal) return stored;
    directory.put(after);
    options.states.deviceChanged(before, after);
    const owners = [...new Set([before.ownerId, after.ownerId])];
    listEvents.publish(isAnother ? { owners, replaced: before } : { owners });
    return after;
  };

  const create = async (
    device: Omit<KnownDevice, 'id'>,
    author: AuditAuthor,
  ): Promise<KnownDevice | Refusal> => {
    const trouble = refusalOf(device, device);
    if (trouble) return trouble;
    if (device.ownerId !== null && !(await repository.mayOwn(device.ownerId))) return UNKNOWN_OWNER;
    const created = await refusing(() => repository.create(device, { author, at: options.clock.now() }));
    if (created instanceof Refusal) return created;
    directory.put(created);
    listEvents.publish({ owners: [created.ownerId] });
    return created;
  };

  const remove = async (id: number, author: AuditAuthor): Promise<Refusal | undefined> => {
    const device = directory.findById(id);
    if (!device) return notFound();
    await repository.delete(device, { author, at: options.clock.now() });
    directory.remove(id);
    options.states.forget(id);
    listEvents.publish({ owners: [device.ownerId], replaced: device });
    return undefined;
  };

  return {
    create: (device: Omit<KnownDevice, 'id'>, author: AuditAuthor) => mutex(() => create(device, author)),
    /** Changes the fields given; the others stay as they are. */
    update: (id: number, given: DeviceChange, author: AuditAuthor) => mutex(() => change(id, given, author)),
    assign: (id: number, ownerId: number, author: AuditAuthor) =>
      mutex(() => change(id, { ownerId }, author)),
    delete: (id: number, author: AuditAuthor) => mutex(() => remove(id, author)),
  };
}

export type DeviceManagement = ReturnType<typeof createDeviceManagement>;

/**
 * Why a device may not be so, after a change of the fields `given`: a lantern needs an output channel, which only those
 * families have (docs/rules.md#channels-and-colors); a network speaks for gauges only; of a position both halves are
 * known or none. What was stored before there was that rule stays until the position is changed.
 */
export function refusalOf(after: Omit<KnownDevice, 'id'>, given: Partial<KnownDevice>): Refusal | undefined {
  const isLanternWithoutChannel = after.type === 'lanterna' && channelOfLantern(after.topic) === undefined;
  if (isLanternWithoutChannel) return LANTERN_WITHOUT_CHANNEL;
  if (networkChannelOf(after.profile) !== undefined && hasLamps(after)) return NETWORK_WITH_LAMPS;
  const isMoved = given.latitude !== undefined || given.longitude !== undefined;
  return isMoved && isHalfPosition(after) ? HALF_PLACED : undefined;
}

/** The refusal for a violated constraint of the devices. Any other error is rethrown. */
export async function refusing<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) return TOPIC_TAKEN;
    if (isForeignKeyViolation(error)) return UNKNOWN_OWNER;
    throw error;
  }
}
