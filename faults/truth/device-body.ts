import type { OutputWrite } from '@semaforo/contract/domain/channels';
import { createDeviceConnection } from './device-connection.ts';
import type { DeviceAct, DeviceTrait } from './device-plan.ts';
import { createDeviceSpeech, type DeviceSpeech } from './device-speech.ts';
import type { Journal } from './journal.ts';
import type { TownDevice } from './town.ts';

/** A device that remembers what it said of each lamp, and what of that the broker took over. */
export type TruthDevice = TownDevice &
  Pick<DeviceSpeech, 'reports' | 'lostByBroker' | 'keptByBroker'> & {
    /** False for one that does not always answer a command at once. */
    readonly isGood: boolean;
    /** True when it is on the broker, and all that it said there was taken over. */
    isSettled: () => boolean;
    act: (does: DeviceAct['does']) => void;
    start: () => void;
    stop: () => void;
  };

export type BodyOptions = {
  device: TownDevice;
  trait: DeviceTrait;
  isGood: boolean;
  port: number;
  login: { username: string; password: string } | undefined;
  journal: Journal;
};

type Acts = Partial<Record<DeviceAct['does'], () => void>>;

/** What every device has, whatever decides what it does: its way to the broker, its speech, and that it may be mute. */
export function createDeviceBody(
  options: BodyOptions,
  brain: { joined: () => void; left?: () => void; commanded: (output: OutputWrite) => void },
) {
  const { device, trait, isGood, journal } = options;
  const { key } = device;
  let isMute = false;
  const connection = createDeviceConnection({
    ...options,
    key,
    keepsSession: trait.keepsSession,
    joined: () => {
      journal.note('joins', key);
      speech.joined();
      brain.joined();
    },
    left: () => {
      journal.note('lost the broker', key);
      brain.left?.();
    },
    received: (topic, payload) => {
      const channel = topic.split('/').at(-2) ?? '';
      if (payload !== '0' && payload !== '1') return;
      journal.note(`is commanded ${channel} ${payload}`, key);
      brain.commanded({ channel, payload });
    },
  });
  const speech = createDeviceSpeech({ device, journal, publish: connection.publish });
  const mutes: Acts = {
    mute: () => {
      isMute = true;
    },
    speak: () => {
      isMute = false;
    },
  };

  return {
    connection,
    reportOnline: speech.reportOnline,
    send: (output: OutputWrite) => {
      if (!isMute && connection.isJoined()) speech.send(output);
    },
    asDevice: (own: {
      acts: Acts;
      isIdle?: () => boolean;
      powerUp: () => void;
      cutPower: () => void;
    }): TruthDevice => ({
      ...device,
      isGood,
      reports: speech.reports,
      lostByBroker: speech.lostByBroker,
      keptByBroker: speech.keptByBroker,
      isSettled: () => connection.isJoined() && own.isIdle?.() !== false && speech.isAllAcknowledged(),
      act: (does) => {
        journal.note(does, key);
        ({ ...mutes, ...own.acts })[does]?.();
      },
      start: () => {
        own.powerUp();
        connection.start();
      },
      stop: () => {
        own.cutPower();
        connection.stop();
      },
    }),
  };
}
