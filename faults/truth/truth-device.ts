import {
  type DeviceStatus,
  type LampDeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import { type BodyOptions, createDeviceBody, type TruthDevice } from './device-body.ts';
import type { DeviceTrait } from './device-plan.ts';
import type { TownDevice } from './town.ts';

const CHANNEL = /^out(\d)$/;
const FIRST_OUTPUT = 2;
const LAST_OUTPUT = 4;

const FLAP_MS = 300;

/** `shows`: what its lamps show when it is switched on. */
export function createTruthDevice(options: BodyOptions & { shows: DeviceStatus }): TruthDevice {
  const { device, trait } = options;
  const outputs = new Map<string, OutputWrite['payload']>();
  let hasRebooted = true;
  /** What waits in a device is gone when it loses its power. */
  let waiting = new Set<NodeJS.Timeout>();

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

  const { connection, send, reportOnline, asDevice } = createDeviceBody(options, {
    joined: () => {
      reportOnline();
      if (hasRebooted || trait.repeatsOnJoin) publishAll();
      hasRebooted = false;
    },
    commanded: (output) => {
      const done = executedWrite(trait.kind, device.type, output);
      outputs.set(done.channel, done.payload);
      later(trait.delayMs, () => send(done));
    },
  });

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
  const reboot = () => {
    switchOff();
    hasRebooted = true;
    connection.drop();
  };
  const zeros = () => publishAll('0');

  return asDevice({
    acts: { flap, switch: switchByHand, reboot, zeros, report: publishAll },
    powerUp: () => switchOn(outputs, options),
    cutPower: switchOff,
  });
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
