import { DEVICE_TYPES, type DeviceType } from '@semaforo/contract/domain/channels';
import {
  DEVICE_PROFILES,
  type DeviceProfile,
  USUAL_PROFILE,
} from '@semaforo/contract/domain/device-profiles';

/** What a link proposes for a new device: the topic, the type and the profile under which it was heard. */
export type ProposedDevice = { topic: string; type: DeviceType; profile: DeviceProfile };

/** The proposal in the address of the page; undefined when there is none. What is no type is a signal's. */
export function proposedDevice(search: URLSearchParams): ProposedDevice | undefined {
  const topic = search.get('topic');
  if (topic === null) return undefined;
  return {
    topic,
    type: DEVICE_TYPES.find((type) => type === search.get('tipo')) ?? 'semaforo',
    profile: DEVICE_PROFILES.find((profile) => profile === search.get('profilo')) ?? USUAL_PROFILE,
  };
}
