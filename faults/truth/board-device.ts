import { createReferenceCore } from '@semaforo/simulator/reference-core';
import { createDeviceConnection } from './device-connection.ts';
import type { DeviceAct, DeviceTrait } from './device-plan.ts';
import { createDeviceSpeech } from './device-speech.ts';
import type { Journal } from './journal.ts';
import type { TownDevice } from './town.ts';
import type { TruthDevice } from './truth-device.ts';

const LAMP_CHANNEL = /^out\d$/;

/** What the firmware of a board may do in a round; a lamp that flaps or is switched by hand is none of its doing. */
const BOARD_ACTS: readonly DeviceAct['does'][] = ['mute', 'speak', 'reboot'];

/** True for a device that may be a board with the reference firmware: it obeys, and says all its lamps as it joins. */
export function mayBeBoard(
  { type, key }: TownDevice,
  { trait, acts }: { trait: DeviceTrait; acts: readonly DeviceAct[] },
): boolean {
  const isAble = acts.every((act) => act.key !== key || BOARD_ACTS.includes(act.does));
  return type === 'semaforo' && trait.kind === 'obedient' && trait.repeatsOnJoin && isAble;
}

/** A device whose brain is the reference firmware, compiled to `program`; it begins dark, as one fresh from the box. */
export function createBoardDevice(options: {
  program: string;
  device: TownDevice;
  trait: DeviceTrait;
  isGood: boolean;
  port: number;
  login: { username: string; password: string } | undefined;
  journal: Journal;
}): TruthDevice {
  const { device, isGood, journal, program } = options;
  const { key } = device;
  let isMute = false;

  const core = createReferenceCore({
    ...{ program, key },
    publish: ({ channel, payload, retain }) => {
      if (!connection.isJoined()) return;
      if (!LAMP_CHANNEL.test(channel))
        connection.publish({ topic: `${key}/${channel}`, payload, retain }, () => undefined);
      else if (!isMute && (payload === '0' || payload === '1')) speech.send({ channel, payload });
    },
  });
  const connection = createDeviceConnection({
    ...options,
    key,
    keepsSession: options.trait.keepsSession,
    joined: () => {
      journal.note('joins', key);
      speech.joined();
      core.linked();
    },
    left: () => {
      journal.note('lost the broker', key);
      core.lost();
    },
    received: (topic, payload) => {
      const channel = topic.split('/').at(-2) ?? '';
      journal.note(`is commanded ${channel} ${payload}`, key);
      core.commanded(channel, payload);
    },
  });
  const speech = createDeviceSpeech({ device, journal, publish: connection.publish });
  const acts: Partial<Record<DeviceAct['does'], () => void>> = {
    mute: () => {
      isMute = true;
    },
    speak: () => {
      isMute = false;
    },
    reboot: () => {
      core.cutPower();
      connection.drop();
      core.powerUp();
    },
  };

  return {
    ...device,
    isGood,
    reports: speech.reports,
    lostByBroker: speech.lostByBroker,
    keptByBroker: speech.keptByBroker,
    isSettled: () => connection.isJoined() && core.isIdle() && speech.isAllAcknowledged(),
    act: (does) => {
      journal.note(does, key);
      acts[does]?.();
    },
    start: () => {
      core.powerUp();
      connection.start();
    },
    stop: () => {
      core.cutPower();
      connection.stop();
    },
  };
}
