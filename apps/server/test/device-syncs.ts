import type { PeerResource } from '../src/cluster/cluster.port.ts';
import { createPeerSync } from '../src/cluster/peer-sync.ts';
import { createDeviceSync } from '../src/devices/device-sync.ts';
import { createTestLogger } from './test-logger.ts';

type Deps = Parameters<typeof createDeviceSync>[0];

/** What a server merges of its peers' devices, read by a test when it likes, and by the name of the resource. */
export function createTestDeviceSyncs(
  deps: Pick<Deps, 'db' | 'directory' | 'states' | 'yielded' | 'statesRepository' | 'clock'>,
) {
  const syncs = new Map<string, Pick<ReturnType<typeof createPeerSync>, 'read' | 'stop'>>();
  createDeviceSync({
    ...deps,
    cluster: {
      sync: <Key, Row>(resource: PeerResource<Key, Row>) => {
        const sync = createPeerSync(resource, createTestLogger());
        syncs.set(resource.name, sync);
        return sync;
      },
    },
    commit: { stored: () => Promise.resolve() },
    listVersion: { current: () => Promise.resolve(0) },
    mergeDeviceList: () => Promise.resolve(),
    maintenance: { listAll: () => Promise.resolve(new Map()) },
  });
  return {
    read: async (name: string) => syncs.get(name)?.read(),
    stop: async () => {
      for (const { stop } of syncs.values()) await stop();
    },
  };
}
