import type { TestedState } from '@semaforo/contract/domain/lamp-test';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import type { LampTestsRepository } from './lamp-tests.repository.ts';
import type { LampResult, StoredLampTest } from './stored-lamp-test.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/**
 * Ends a test with what became of its way back. A device that does not show again what it showed stays marked, until
 * it does, a person accepts what it shows, or another command counts.
 */
export type CloseLampTest = (test: StoredLampTest, wayBack: readonly TrackedDelivery[]) => Promise<void>;

export function createCloseLampTest(options: {
  repository: Pick<LampTestsRepository, 'setDevice' | 'end' | 'results'>;
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'apply' | 'isOutOfSync'>;
  stored: () => Promise<void>;
  changed: (test: StoredLampTest) => void;
  clock: Clock;
}): CloseLampTest {
  const { repository, states, clock } = options;

  const closeDevice = async (testId: number, { id: deviceId, former }: Tested, state: EndedState) => {
    const device = options.directory.findById(deviceId);
    if (device && state === 'non rimessa') states.apply(device, { kind: 'test-begun', former, isOver: true });
    const isOver = state !== 'non rimessa' || !states.isOutOfSync(deviceId);
    await repository.setDevice({ testId, deviceId }, { state, closedAt: isOver ? clock.now() : null });
    if (device && isOver) states.apply(device, { kind: 'test-ended' });
  };

  return async (test, wayBack) => {
    await options.stored();
    const byDevice = new Map(wayBack.map((delivery) => [delivery.device.id, delivery.state]));
    const counts: Record<EndedState, number> = { rimessa: 0, 'non rimessa': 0, interrotta: 0 };
    for (const device of test.devices) {
      if (!device.isOpen) continue;
      const state = endedAs(byDevice.get(device.id));
      counts[state] += 1;
      await closeDevice(test.id, device, state);
    }
    const notConfirmed = silentLamps(test, await repository.results(test));
    const after = { ...counts, notConfirmed };
    await repository.end(test.id, { at: clock.now(), author: test.author, after });
    options.changed(test);
  };
}

/** The lamps that did not answer, each with the name of its device. */
function silentLamps(test: StoredLampTest, results: ReadonlyMap<number, readonly LampResult[]>): string[] {
  return test.devices.flatMap(({ id, label }) =>
    (results.get(id) ?? [])
      .filter(({ state }) => state !== 'confermato')
      .map(({ lamp }) => `${label}: ${lamp}`),
  );
}

type Tested = StoredLampTest['devices'][number];
type EndedState = Exclude<TestedState, 'in prova'>;

function endedAs(state: TrackedDelivery['state'] | undefined): EndedState {
  if (state === 'confermato') return 'rimessa';
  return state === undefined || state === 'superato' ? 'interrotta' : 'non rimessa';
}
