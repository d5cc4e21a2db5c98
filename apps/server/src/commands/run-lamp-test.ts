import { setTimeout as delay } from 'node:timers/promises';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { lampsOfType } from '@semaforo/contract/domain/lamps';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AcceptCommand } from './accept-command.ts';
import type { CloseLampTest } from './close-lamp-test.ts';
import type { CommandRequest, CommandTarget } from './command-request.ts';
import { SCHEDULE_DEADLINE_MS } from './command-request.ts';
import type { LampTestsRepository } from './lamp-tests.repository.ts';
import { ANSWER_GRACE_MS } from './send-command.ts';
import type { StoredLampTest, TestedDevice } from './stored-lamp-test.ts';
import { untilEnded } from './tracked-delivery.ts';

const NOTHING_LEFT = new Refusal('conflict', {
  code: 'lamp-test-over',
  message: 'Nessun dispositivo è più in prova',
});

/** Lights the lamps of a test one after the other, then goes back. Rejects when what comes next is in doubt. */
export type RunLampTest = {
  run: (test: StoredLampTest, stopped: AbortSignal) => Promise<void>;
  /** Only goes back: of a test that another process began. Its devices may be coming back, too. */
  goBack: (test: StoredLampTest) => Promise<void>;
};

export function createRunLampTest(options: {
  accept: AcceptCommand;
  repository: Pick<LampTestsRepository, 'touch' | 'commandedSince'>;
  close: CloseLampTest;
  directory: Pick<DeviceDirectory, 'findById'>;
  alertsInCourse: () => Promise<(deviceId: number) => readonly unknown[]>;
  link: Pick<BrokerLink, 'status'>;
  changed: (test: StoredLampTest) => void;
  confirmMs: number;
  stepMs: number;
  clock: Clock;
}): RunLampTest {
  const { accept, repository, link, clock } = options;

  /** The devices that are still in the test, in the turn of its next command. */
  const stillTested = async (
    test: StoredLampTest,
    value: (device: TestedDevice) => CommandTarget['value'],
  ) => {
    const commanded = await repository.commandedSince(test);
    const targets = test.devices.flatMap((tested): CommandTarget[] => {
      const device = tested.isOpen && !commanded.has(tested.id) && options.directory.findById(tested.id);
      return device && device.type === test.deviceType ? [{ device, value: value(tested) }] : [];
    });
    return targets.length === 0 ? NOTHING_LEFT : targets;
  };
  const request = (
    test: StoredLampTest,
    command: Pick<CommandRequest, 'value' | 'resolveTargets' | 'waitsForDevice'> & { deadlineMs: number },
  ): CommandRequest => ({
    author: test.author,
    origin: 'prova',
    deviceType: test.deviceType,
    whom: { kind: 'scelti', group: null },
    value: command.value,
    resolveTargets: command.resolveTargets,
    waitsForDevice: command.waitsForDevice ?? false,
    deadlineAt: clock.now() + command.deadlineMs,
    lampTestId: test.id,
  });

  const goBack = async (test: StoredLampTest, waitsForDevice: boolean) => {
    const command = await accept(
      request(test, {
        value: null,
        resolveTargets: () => stillTested(test, ({ former }) => former),
        waitsForDevice,
        deadlineMs: SCHEDULE_DEADLINE_MS,
      }),
    );
    if (!(command instanceof Refusal)) {
      await untilEnded(command, SCHEDULE_DEADLINE_MS + options.confirmMs + ANSWER_GRACE_MS);
    }
    await options.close(test, command instanceof Refusal ? [] : command.deliveries);
  };

  return {
    goBack: (test) => goBack(test, true),
    run: async (test, stopped) => {
      const goesOn = () => !stopped.aborted && link.status().connected;
      for (const lamp of lampsOfType(test.deviceType)) {
        const alertsOn = await options.alertsInCourse();
        const isWanted = await repository.touch(test.id, clock.now());
        if (!isWanted || !goesOn() || test.devices.some(({ id }) => alertsOn(id).length > 0)) break;
        const command = await accept(
          request(test, {
            value: lamp,
            resolveTargets: () => stillTested(test, () => lamp),
            deadlineMs: CLICK_DEADLINE_MS,
          }),
        );
        if (command instanceof Refusal) break;
        options.changed(test);
        await untilEnded(command, options.confirmMs + ANSWER_GRACE_MS);
        options.changed(test);
        await delay(options.stepMs, undefined, { signal: stopped }).catch(() => undefined);
      }
      await goBack(test, !link.status().connected);
    },
  };
}
