import type { OutputWrite } from '@semaforo/contract/domain/channels';
import { type LampColor, lampWord } from '@semaforo/contract/domain/lamps';
import type { DeviceConnection } from './device-connection.ts';
import type { Journal } from './journal.ts';
import { createLampWords, type LampWords } from './lamp-words.ts';
import type { TownDevice } from './town.ts';

/** What a device says, and what it remembers of it: each word of a lamp, and whether the broker took it over. */
export type DeviceSpeech = {
  say: (output: OutputWrite) => void;
  sayOnline: () => void;
  /** It is on the broker again: what it still waited for will not come any more. */
  joined: () => void;
  words: (lamp: LampColor) => LampWords;
  /** The broker ended, and what it had not handed on is lost. It knows of no server yet for which to keep the rest. */
  lostByBroker: () => void;
  /** The server has joined the broker, which from now on keeps for it what is said. */
  keptByBroker: () => void;
  isAllAcknowledged: () => boolean;
};

export function createDeviceSpeech(options: {
  device: TownDevice;
  publish: DeviceConnection['publish'];
  journal: Journal;
}): DeviceSpeech {
  const { device, publish, journal } = options;
  const { key } = device;
  const words = new Map<LampColor, LampWords>();
  let life = 0;
  let unacknowledged = 0;
  let isKept = false;

  const wordsOf = (lamp: LampColor) => {
    const known = words.get(lamp) ?? createLampWords();
    words.set(lamp, known);
    return known;
  };
  const publishAndWait = (channel: string, payload: string, retain: boolean, acknowledged: () => void) => {
    const saidIn = life;
    unacknowledged += 1;
    publish({ topic: `${key}/${channel}`, payload, retain }, () => {
      if (saidIn === life) unacknowledged -= 1;
      acknowledged();
    });
  };

  return {
    say: ({ channel, payload }) => {
      const said = lampWord(device, { channel, payload });
      const word = said && wordsOf(said.lamp).said(said.on, Date.now());
      if (word) word.isLost = !isKept;
      journal.note(`says ${said?.lamp} ${payload}`, key);
      publishAndWait(channel, payload, false, () => {
        if (word) wordsOf(said.lamp).acknowledged(word, Date.now());
        journal.note(`${said?.lamp} ${payload} taken over by the broker`, key);
      });
    },
    sayOnline: () => publishAndWait('status', 'online', true, () => undefined),
    joined: () => {
      life += 1;
      unacknowledged = 0;
    },
    words: wordsOf,
    lostByBroker: () => {
      isKept = false;
      for (const spoken of words.values()) spoken.lostByBroker();
    },
    keptByBroker: () => {
      isKept = true;
    },
    isAllAcknowledged: () => unacknowledged === 0,
  };
}
