import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { formatOthers } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { beginsLampTest, LAMP_TEST_AT_MOST } from '@semaforo/contract/domain/lamp-test';
import type { LimitFunction } from 'p-limit';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import type { AuditAuthor, AuditContext } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';
import type { LampTestsRepository, NewLampTest } from './lamp-tests.repository.ts';
import { BROKER_DOWN } from './send-command.ts';

const NAMED_AT_MOST = 5;

const NO_DEVICES = new Refusal('conflict', { code: 'no-devices', message: 'Nessun dispositivo da provare' });
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-devices',
  message: `Si provano al massimo ${LAMP_TEST_AT_MOST} dispositivi alla volta: scegline meno`,
});
const IN_ANOTHER_TEST = new Refusal('conflict', {
  code: 'lamp-test-refused',
  message: 'Prova non cominciata: un dispositivo è già in prova',
});

/** A test as a person asks for it; resolves to its id. All of its devices may be tested, or none is. */
export type BeginLampTest = (requested: {
  deviceType: LampDeviceType;
  devices: readonly KnownDevice[];
  author: AuditAuthor;
  /** Epoch milliseconds. */
  pressedAt: number;
}) => Promise<number | Refusal>;

export function createBeginLampTest(options: {
  repository: Pick<LampTestsRepository, 'create' | 'underWay'>;
  states: DeviceStates;
  /** What was accepted before is stored once this resolves. */
  stored: () => Promise<void>;
  alertsInCourse: () => Promise<(deviceId: number) => readonly unknown[]>;
  link: Pick<BrokerLink, 'status'>;
  /** Held while commands are accepted: none comes between the look and the beginning. */
  mutex: LimitFunction;
  clock: Clock;
}): BeginLampTest {
  const { repository, states, clock } = options;

  const check = async (devices: readonly KnownDevice[]): Promise<NewLampTest['devices'] | Refusal> => {
    await options.stored();
    const underWay = await repository.underWay(devices.map(({ id }) => id));
    const alertsOn = await options.alertsInCourse();
    const obstacles: string[] = [];
    const tested: NewLampTest['devices'][number][] = [];
    for (const device of devices) {
      const { lamps, desired } = states.of(device.id);
      const begins = beginsLampTest({
        lamps,
        isFresh: !states.isStale(device.id) && states.silentSince(device.id) === null,
        isCommanded: desired !== null,
        isOutOfSync: states.isOutOfSync(device.id),
        isUnderWay: underWay.has(device.id),
        isInTest: states.beforeTest(device.id) !== undefined,
        hasAlert: alertsOn(device.id).length > 0,
      });
      const label = labelOf(device);
      if ('obstacle' in begins) obstacles.push(`${label} ${begins.obstacle}`);
      else tested.push({ id: device.id, ownerId: device.ownerId, label, former: begins.former });
    }
    return obstacles.length === 0 ? tested : refusedBecause(obstacles);
  };

  const store = async (test: NewLampTest, act: AuditContext, devices: readonly KnownDevice[]) => {
    try {
      const id = await repository.create(test, act);
      const formers = new Map(test.devices.map((device) => [device.id, device.former]));
      for (const device of devices)
        states.apply(device, {
          kind: 'test-begun',
          former: formers.get(device.id) ?? 'spento',
          isOver: false,
        });
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return IN_ANOTHER_TEST;
      throw error;
    }
  };

  return ({ deviceType, devices, author, pressedAt }) => {
    if (devices.length === 0) return Promise.resolve(NO_DEVICES);
    if (devices.length > LAMP_TEST_AT_MOST) return Promise.resolve(TOO_MANY);
    return options.mutex(async () => {
      if (!options.link.status().connected) return BROKER_DOWN;
      const now = clock.now();
      if (now >= pressedAt + CLICK_DEADLINE_MS) return COMMAND_TOO_OLD;
      const tested = await check(devices);
      if (tested instanceof Refusal) return tested;
      return store({ deviceType, devices: tested }, { at: now, author }, devices);
    });
  };
}

function refusedBecause(obstacles: readonly string[]): Refusal {
  const others = obstacles.length - NAMED_AT_MOST;
  const named = obstacles.slice(0, NAMED_AT_MOST).join(', ');
  const rest = others > 0 ? `, e ${formatOthers(others)}` : '';
  return new Refusal('conflict', {
    code: 'lamp-test-refused',
    message: `Prova non cominciata: ${named}${rest}`,
  });
}
