import {
  type DeviceStatus,
  type LampDeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import { createDeviceConnection } from './device-connection.ts';
import type { DeviceAct, DeviceTrait } from './device-plan.ts';
import { createDeviceSpeech, type DeviceSpeech } from './device-speech.ts';
import type { Journal } from './journal.ts';
import type { TownDevice } from './town.ts';

const CHANNEL = /^out(\d)$/;
const FIRST_OUTPUT = 2;
const LAST_OUTPUT = 4;

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

const FLAP_MS = 300;

/** `shows`: what its lamps show when it is switched on. */
export function createTruthDevice(options: {
  device: TownDevice;
  trait: DeviceTrait;
  isGood: boolean;
  shows: DeviceStatus;
  port: number;
  login: { username: string; password: string } | undefined;
  journal: Journal;
}): TruthDevice {
  const { device, trait, isGood, journal } = options;
  const { key, type } = device;
  const outputs = new Map<string, OutputWrite['payload']>();
  let isMute = false;
  let hasRebooted = true;
  /** What waits in a device is gone when it loses its power. */
  let waiting = new Set<NodeJS.Timeout>();

  const send = (output: OutputWrite) => {
    if (!isMute && connection.isJoined()) speech.send(output);
  };
  const publishAll = (only?: OutputWrite['payload']) => {
    for (const [channel, payload] of outputs) {
      if (only === undefined || only === payload) send({ channel, payload });
    }
  };
  const later = (ms: number, act: () => void) => (ms === 0 ? act() : void waiting.add(setTimeout(act, ms)));
  const switchOff = () => {
    for (const timer of waiting) clearTimeout(timer);
    waiting = new Set();
    switchOn(outputs, options);
  };

  const connection = createDeviceConnection({
    ...options,
    key,
    keepsSession: trait.keepsSession,
    joined: () => {
      journal.note('joins', key);
      speech.joined();
      speech.reportOnline();
      if (hasRebooted || trait.repeatsOnJoin) publishAll();
      hasRebooted = false;
    },
    left: () => journal.note('lost the broker', key),
    received: (topic, payload) => {
      const channel = topic.split('/').at(-2) ?? '';
      if (payload !== '0' && payload !== '1') return;
      journal.note(`is commanded ${channel} ${payload}`, key);
      const done = executedWrite(trait.kind, type, { channel, payload });
      outputs.set(done.channel, done.payload);
      later(trait.delayMs, () => send(done));
    },
  });
  const speech = createDeviceSpeech({ device, journal, publish: connection.publish });

  const switchAndReport = (output: OutputWrite) => {
    outputs.set(output.channel, output.payload);
    send(output);
  };
  const flap = () => {
    const [channel] = [...outputs].find(([, payload]) => payload === '1') ?? [];
    if (channel === undefined) return;
    switchAndReport({ channel, payload: '0' });
    later(FLAP_MS, () => switchAndReport({ channel, payload: '1' }));
  };
  const switchByHand = () => {
    const [...channels] = outputs.keys();
    const lit = channels.findIndex((channel) => outputs.get(channel) === '1');
    const next = channels[(lit + 1) % channels.length];
    const former = channels[lit];
    if (former !== undefined) switchAndReport({ channel: former, payload: '0' });
    if (next !== undefined && next !== former) switchAndReport({ channel: next, payload: '1' });
  };
  const acts: Record<DeviceAct['does'], () => void> = {
    mute: () => {
      isMute = true;
    },
    speak: () => {
      isMute = false;
    },
    flap,
    switch: switchByHand,
    reboot: () => {
      switchOff();
      hasRebooted = true;
      connection.drop();
    },
    zeros: () => publishAll('0'),
    report: () => publishAll(),
  };

  switchOn(outputs, options);
  return {
    ...device,
    isGood,
    reports: speech.reports,
    lostByBroker: speech.lostByBroker,
    keptByBroker: speech.keptByBroker,
    isSettled: () => connection.isJoined() && speech.isAllAcknowledged(),
    act: (does) => {
      journal.note(does, key);
      acts[does]();
    },
    start: connection.start,
    stop: () => {
      switchOff();
      connection.stop();
    },
  };
}

/** What is off at first is said to be off, too. */
function switchOn(
  outputs: Map<string, OutputWrite['payload']>,
  { device: { type, key }, shows }: { device: TownDevice; shows: DeviceStatus },
): void {
  for (const { channel, payload } of [...writesFor(type, key, 'spento'), ...writesFor(type, key, shows)])
    outputs.set(channel, payload);
}

/** What a device does with a write: a lying one lights the lamp beside, and a lying lantern does the opposite. */
function executedWrite(
  kind: DeviceTrait['kind'],
  type: LampDeviceType,
  { channel, payload }: OutputWrite,
): OutputWrite {
  if (kind !== 'lying') return { channel, payload };
  if (type === 'lanterna') return { channel, payload: payload === '1' ? '0' : '1' };
  const output = Number(CHANNEL.exec(channel)?.[1]);
  // Outputs 2 to 4 are lamps in both families.
  const beside = output >= LAST_OUTPUT ? FIRST_OUTPUT : output + 1;
  return { channel: payload === '1' ? `out${beside}` : channel, payload };
}
