import { type DeviceState, type Link, UNKNOWN_DEVICE } from '../src/domain/device/device-state.ts';
import { reassertionDueAt } from '../src/domain/device/reassertion.ts';
import { type DeviceEvent, reportOf, stepDevice, wakeAt } from '../src/domain/device/step-device.ts';

export const LIFE_DEVICE = { type: 'semaforo', key: '/3/val/s1' } as const;
const FIRST_LINK: Link = { session: 1, isOpen: true, since: 0, losses: 0 };

/** A signal to which a test lets things happen, in the time that the test lets pass. */
export function createDeviceLife(silenceMs = 900_000) {
  let state = UNKNOWN_DEVICE;
  let link = FIRST_LINK;
  let elapsed = 0;
  const at = () => ({ now: elapsed, elapsed, link, silenceMs });
  let steps = 0;
  const happen = (event: DeviceEvent) => {
    steps += 1;
    state = stepDevice(state, event, at());
  };
  const say = (channel: string, payload: string, reported: { retained?: boolean; queued?: boolean } = {}) => {
    const word = reportOf(LIFE_DEVICE, { channel, payload });
    if (word) happen({ kind: 'said', word, retained: false, ...reported });
  };
  /** Lets time pass, and wakes the device as often as it asks for that. */
  const pass = (ms: number) => {
    const until = elapsed + ms;
    for (;;) {
      const wake = wakeAt(state, at());
      if (wake === null || wake > until) break;
      elapsed = Math.max(elapsed, wake);
      happen({ kind: 'tick' });
    }
    elapsed = until;
  };
  return {
    state: () => state,
    /** How much has happened to it, ticks included. */
    steps: () => steps,
    at,
    happen,
    say,
    pass,
    isDue: () => (reassertionDueAt(state) ?? Number.POSITIVE_INFINITY) <= elapsed,
    loseLink: () => {
      link = { session: link.session + 1, isOpen: false, since: elapsed, losses: link.losses + 1 };
    },
    makeLink: () => {
      link = { ...link, session: link.session + 1, isOpen: true, since: elapsed };
    },
    load: (known: Partial<DeviceState>) => {
      state = { ...UNKNOWN_DEVICE, ...known };
    },
  };
}

export type DeviceLife = ReturnType<typeof createDeviceLife>;
