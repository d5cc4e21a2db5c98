import { createStoredText } from '../platform/stored-text.ts';

/** Whether this browser sounds on a new problem; off until someone turns it on. */
export const wallSound = createStoredText('wall-sound');

const TONES_HZ = [880, 660, 880];
const TONE_S = 0.22;
const VOLUME = 0.25;

/** What a browser needs to sound: it lets a page do so only after someone touched it. */
export type Alarm = { sound: () => void; allow: () => void; isAllowed: () => boolean };

/** Three short tones, made here: nothing is loaded for them. */
export function createAlarm(): Alarm {
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
