import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type BrokerAddress, createBrokerConnection } from './broker-connection.ts';

/** What a board does while it hears nothing from the broker, in the order of `signal_policy`. */
const POLICIES = ['keep', 'keep-and-say', 'rosso-after'] as const;

export type ReferenceBoardSpec = {
  /** The core compiled with firmware/host/board.c. */
  program: string;
  key: string;
  broker: BrokerAddress;
  policy?: (typeof POLICIES)[number];
  rossoAfterS?: number;
  /** Which lamp its float lights by itself: 0 is verde, 3 rosso; none without it. */
  floatLamp?: number;
  floatForMs?: number;
};

/** A signal whose firmware is the reference core, on a broker; its flash outlasts its power. */
export type ReferenceBoard = {
  /** Switches the power on; resolves when it has joined the broker. */
  powerUp: () => Promise<void>;
  /** Cuts the power: the broker publishes the last will. */
  cutPower: () => Promise<void>;
  /** The float goes up or down. */
  float: (isUp: boolean) => void;
  /** Cuts it off from the broker, with its power on, until `join`. */
  leave: () => Promise<void>;
  join: () => Promise<void>;
  /** The outputs that are on, from verde (0) to rosso (3). */
  lit: () => number[];
};

const TICK_MS = 20;
const NO_RECORD = '00';

export function createReferenceBoard(spec: ReferenceBoardSpec): ReferenceBoard {
  const { key, policy = 'keep' } = spec;
  const slots = [NO_RECORD, NO_RECORD];
  const outputs = [false, false, false, false];
  let child: ChildProcessWithoutNullStreams | undefined;
  let connection: ReturnType<typeof createBrokerConnection> | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let isUp = false;

  const tell = (event: string) => void (child?.stdin.writable && child.stdin.write(`${event} ${now()}\n`));
  const obey = (line: string) => {
    const [act, first = '', second = '', ...rest] = line.split(' ');
    if (act === 'write') outputs[Number(first)] = second === '1';
    if (act === 'store') slots[Number(first)] = second;
    if (act === 'publish')
      connection?.publish({ topic: `${key}/${first}`, payload: rest.join(' '), retain: second === '1' });
  };

  const join = async () => {
    connection = createBrokerConnection({
      broker: spec.broker,
      topics: [`${key}/+/set`],
      will: { topic: `${key}/status`, payload: 'offline', retain: true },
      onJoined: () => {
        tell('link');
        return Promise.resolve();
      },
      onMessage: (topic, payload) => tell(`set ${topic.slice(key.length + 1, -'/set'.length)} ${payload}`),
      onTrouble: () => tell('lost'),
    });
    await connection.start();
  };
  const leave = async () => {
    tell('lost');
    await connection?.stop();
    connection = undefined;
  };

  return {
    powerUp: async () => {
      child = spawn(spec.program, { stdio: ['pipe', 'pipe', 'pipe'] });
      createInterface({ input: child.stdout }).on('line', obey);
      const { rossoAfterS = 7200, floatLamp = -1, floatForMs = 2000 } = spec;
      const firstOutput = key.startsWith('/3/') ? 1 : 2;
      const numbers = [firstOutput, POLICIES.indexOf(policy), rossoAfterS, 60_000, floatLamp, floatForMs];
      tell(`begin ${numbers.join(' ')} ${slots.join(' ')}`);
      ticking = setInterval(() => {
        tell(`float ${isUp ? 1 : 0}`);
        tell('tick');
      }, TICK_MS);
      await join();
    },
    cutPower: async () => {
      clearInterval(ticking);
      child?.kill('SIGKILL');
      child = undefined;
      outputs.fill(false);
      await connection?.stop();
      connection = undefined;
    },
    float: (up) => {
      isUp = up;
    },
    leave,
    join,
    lit: () => outputs.flatMap((isOn, lamp) => (isOn ? [lamp] : [])),
  };
}

function now(): number {
  return Math.floor(performance.now()) % 2 ** 32;
}
