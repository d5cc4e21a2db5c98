import { DEVICE_TYPES, type DeviceType } from '@semaforo/contract/domain/channels';

/** What a link proposes for a new device: the topic and the type under which it was heard. */
export type ProposedDevice = { topic: string; type: DeviceType };

/** The proposal in the address of the page; undefined when there is none. A type that is no type is a signal's. */
export function proposedDevice(search: URLSearchParams): ProposedDevice | undefined {
  const topic = search.get('topic');
  if (topic === null) return undefined;
  return { topic, type: DEVICE_TYPES.find((type) => type === search.get('tipo')) ?? 'semaforo' };
}
