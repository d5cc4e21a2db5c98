import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What a board does while it hears nothing from the broker, in the order of `signal_policy`. */
const POLICIES = ['keep', 'keep-and-say', 'rosso-after'] as const;

export type ReferenceCoreSpec = {
  /** The core compiled with firmware/host/board.c. */
  program: string;
  key: string;
  policy?: (typeof POLICIES)[number];
  rossoAfterS?: number;
  /** Which lamp its float lights by itself: 0 is verde, 3 rosso; none without it. */
  floatLamp?: number;
  floatForMs?: number;
  publish: (message: { channel: string; payload: string; retain: boolean }) => void;
};

/** The firmware of a signal with outputs, clock and flash; the flash outlasts its power. */
export type ReferenceCore = {
  powerUp: () => void;
  cutPower: () => void;
  /** It is connected to the broker and subscribed, or no longer. */
  linked: () => void;
  lost: () => void;
  /** A command for a channel, as `out3`. */
  commanded: (channel: string, payload: string) => void;
  /** The float goes up or down. */
  float: (isUp: boolean) => void;
  /** The outputs that are on, from verde (0) to rosso (3). */
  lit: () => number[];
  /** True once it has done all that events ask of it. */
  isIdle: () => boolean;
};

const TICK_MS = 20;
const REPORT_EVERY_MS = 60_000;
const NO_RECORD = '00';

/** The core runs as a process of its own; each event is a line, and a line with a dot says that it was dealt with. */
export function createReferenceCore(spec: ReferenceCoreSpec): ReferenceCore {
  const { key, policy = 'keep', rossoAfterS = 7200, floatLamp = -1, floatForMs = 2000 } = spec;
  const slots = [NO_RECORD, NO_RECORD];
  const outputs = [false, false, false, false];
  let child: ChildProcessWithoutNullStreams | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let isUp = false;
  let pending = 0;

  const tell = (event: string) => {
    if (!child?.stdin.writable) return;
    pending += 1;
    child.stdin.write(`${event} ${now()}\n`);
  };
  const obey = (line: string) => {
    const [act, first = '', second = '', ...rest] = line.split(' ');
    if (act === '.') pending -= 1;
    if (act === 'write') outputs[Number(first)] = second === '1';
    if (act === 'store') slots[Number(first)] = second;
    if (act === 'publish') spec.publish({ channel: first, payload: rest.join(' '), retain: second === '1' });
  };

  return {
    powerUp: () => {
      const powered = spawn(spec.program, { stdio: ['pipe', 'pipe', 'pipe'] });
      child = powered;
      pending = 0;
      // What is read only after the cut was never done.
      createInterface({ input: powered.stdout }).on('line', (line) => {
        if (child === powered) obey(line);
      });
      // What is written to one whose power is cut is lost.
      powered.stdin.on('error', () => undefined);
      const firstOutput = key.startsWith('/3/') ? 1 : 2;
      const numbers = [
        ...[firstOutput, POLICIES.indexOf(policy), rossoAfterS, REPORT_EVERY_MS],
        ...[floatLamp, floatForMs],
      ];
      tell(`begin ${numbers.join(' ')} ${slots.join(' ')}`);
      ticking = setInterval(() => {
        tell(`float ${isUp ? 1 : 0}`);
        tell('tick');
      }, TICK_MS);
    },
    cutPower: () => {
      clearInterval(ticking);
      child?.kill('SIGKILL');
      child = undefined;
      pending = 0;
      outputs.fill(false);
    },
    linked: () => tell('link'),
    lost: () => tell('lost'),
    commanded: (channel, payload) => tell(`set ${channel} ${payload}`),
    float: (up) => {
      isUp = up;
    },
    lit: () => outputs.flatMap((isOn, lamp) => (isOn ? [lamp] : [])),
    isIdle: () => pending === 0,
  };
}

function now(): number {
  return Math.floor(performance.now()) % 2 ** 32;
}
