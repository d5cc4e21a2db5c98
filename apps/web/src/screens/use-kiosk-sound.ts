import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../platform/server-clock.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
import { useTimeLeft } from '../platform/time-left.ts';

/** Whether this browser sounds on a new problem; off until someone turns it on. */
const kioskSound = createStoredText('wall-sound');

const TONES_HZ = [880, 660, 880];
const TONE_S = 0.22;
const VOLUME = 0.25;

/** What a browser needs to sound: it lets a page do so only after someone touched it. */
type Alarm = { sound: () => void; allow: () => void; isAllowed: () => boolean };

const SILENCE_MS = 10 * 60_000;

/**
 * Sounds once for each new problem while the sound is on; S silences it for ten minutes, or ends that. Problems that
 * were there when the page opened, or that came while it was silent, do not sound later.
 */
export function useKioskSound(problems: readonly DeviceStatusRecord[] | undefined) {
  const on = useStore(kioskSound) !== null;
  const [alarm] = useState(createAlarm);
  const [silentUntil, setSilentUntil] = useState(0);
  const silentFor = useTimeLeft(silentUntil, SILENCE_MS);
  const known = useRef<ReadonlySet<number>>(undefined);
  const sounds = on && silentFor === null;

  useEffect(() => {
    if (problems === undefined) return;
    const before = known.current;
    known.current = new Set(problems.map(({ id }) => id));
    if (sounds && before && problems.some(({ id }) => !before.has(id))) alarm.sound();
  }, [problems, sounds, alarm]);

  const silence = () => setSilentUntil(silentFor === null ? serverNow() + SILENCE_MS : 0);
  useShortcuts((key) => {
    if (key !== 's' || !on) return false;
    silence();
    return true;
  });

  return {
    on,
    silentFor,
    silence,
    /** The press that turns it on is also what the browser waits for before it lets a page sound. */
    toggle: () => {
      if (!on) alarm.allow();
      kioskSound.set(on ? null : 'on');
    },
    /** After a reload: to be pressed once, so that the browser lets the page sound. */
    allow: alarm.allow,
    isAllowed: alarm.isAllowed,
  };
}

/** Three short tones, made here: nothing is loaded for them. */
function createAlarm(): Alarm {
  let context: AudioContext | undefined;
  const open = () => (context ??= new AudioContext());
  return {
    allow: () => void open().resume(),
    isAllowed: () => open().state === 'running',
    sound: () => {
      const audio = open();
      for (const [index, frequency] of TONES_HZ.entries()) {
        const at = audio.currentTime + index * TONE_S;
        const volume = audio.createGain();
        volume.gain.setValueAtTime(VOLUME, at);
        volume.gain.linearRampToValueAtTime(0, at + TONE_S);
        const tone = audio.createOscillator();
        tone.frequency.value = frequency;
        tone.connect(volume).connect(audio.destination);
        tone.start(at);
        tone.stop(at + TONE_S);
      }
    },
  };
}
