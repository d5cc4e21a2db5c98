import {
  channelOfColor,
  type DeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import { lampReport } from '@semaforo/contract/domain/lamps';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import {
  describeAvailability,
  describeMetrics,
  describeReport,
  formatCommands,
} from '@semaforo/simulator/board-speech';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Journal } from './journal.ts';
import { createPipe } from './pipe.ts';
import type { DeviceClient, SimulatedBroker } from './simulated-broker.ts';
import { world } from './simulated-host.ts';

/** How a device takes commands. */
export type Trait = 'obedient' | 'slow' | 'deaf' | 'mute';
/** What a board shows when it has started again. */
export type AfterReboot = 'dark' | 'verde' | 'last';

export type SimulatedDevice = ReturnType<typeof createSimulatedDevice>;

const VCC_V = 3.3;
const TEMP_C = 18;
const SLOW_MS: [number, number] = [500, 4000];

/** A board with its lamps, at the end of a network of its own. It is on when it is made. */
export function createSimulatedDevice(options: {
  key: string;
  type: DeviceType;
  profile: DeviceProfile;
  qos: 0 | 1;
  afterReboot: AfterReboot;
  /** It says what it shows whenever it is on the broker again, not only after a start. */
  repeatsOnJoin: boolean;
  /** It has the broker keep what it reports. */
  isRetaining: boolean;
  broker: SimulatedBroker;
  chance: SeededRandom;
  journal: Journal;
  latencyMs: () => number;
  /** It says that of a lamp; true when it is news. */
  said: (lamp: LampColor, on: boolean) => boolean;
}) {
  const { key, type, profile, qos, broker, chance, journal, latencyMs } = options;
  const outputs = new Map<string, OutputWrite['payload']>();
  const commands = new Map(
    [...formatCommands({ key, type, profile })].map(([channel, writes]) => [
      profile === 'outN' ? `${key}/${channel}/set` : `${key}/${channel}`,
      writes,
    ]),
  );
  let trait: Trait = 'obedient';
  let client: DeviceClient | undefined;
  let bootedAt = world.elapsed();
  let boot = 0;
  let hasStarted = true;
  let pipe = createPipe(latencyMs);
  const set = (status: 'verde' | 'spento' | 'giallo' | 'arancio' | 'rosso') => {
    for (const { channel, payload } of writesFor(type, key, status)) outputs.set(channel, payload);
  };

  const publish = (
    { channel, payload }: { channel: string; payload: string },
    { retain = false, arrives }: { retain?: boolean; arrives?: () => void } = {},
  ) => {
    const from = client;
    pipe.send(() => {
      if (client !== from || !from) return;
      arrives?.();
      broker.said(`${key}/${channel}`, payload, { qos, retain });
    });
  };
  const report = (write: OutputWrite) => {
    if (trait === 'mute' || !client) return;
    const word = lampReport({ type, key }, write);
    publish(describeReport({ key, type, profile }, write), {
      retain: options.isRetaining,
      // What is lost with a board that ends at this very moment is never known.
      arrives: () => {
        if (word && options.said(word.lamp, word.on)) world.isBusy();
      },
    });
  };
  const reportAll = () => {
    for (const [channel, payload] of outputs) report({ channel, payload });
  };
  const obey = (write: OutputWrite) => {
    if (trait === 'deaf') return;
    outputs.set(write.channel, write.payload);
    const of = boot;
    const waits = trait === 'slow' ? chance.between(...SLOW_MS) : chance.between(1, 40);
    world.after(waits, () => of === boot && report(write));
  };
  const beat = () => publish(describeAvailability(profile, true), { retain: true });
  const reportMetrics = () => {
    const uptime = Math.floor((world.elapsed() - bootedAt) / 1000);
    describeMetrics(profile, { temp: TEMP_C, vcc: VCC_V, uptime }).forEach((metric) => {
      publish(metric);
    });
  };
  const join = () => {
    if (client || !broker.isUp()) return;
    pipe = createPipe(latencyMs);
    const incoming = createPipe(latencyMs);
    const will = describeAvailability(profile, false);
    const joined: DeviceClient = {
      key,
      will: { topic: `${key}/${will.channel}`, payload: will.payload },
      isFor: (topic) => commands.has(topic),
      received: ({ topic, payload }) =>
        incoming.send(() => {
          const write = commands.get(topic)?.get(payload);
          if (client === joined && write) obey(write);
        }),
    };
    client = joined;
    broker.joined(joined);
    beat();
    if (options.repeatsOnJoin || hasStarted) reportAll();
    hasStarted = false;
    reportMetrics();
  };
  const leave = (noticed: boolean) => {
    if (!client) return;
    broker.left(client, noticed);
    client = undefined;
    pipe.cut();
  };
  const rejoinIn = (ms: number) =>
    world.after(ms, () => {
      world.isBusy();
      join();
    });

  set(type === 'semaforo' ? 'verde' : 'spento');
  return {
    key,
    type,
    trait: () => trait,
    isJoined: () => client !== undefined,
    isLit: (lamp: LampColor) =>
      [...outputs].some(
        ([channel, payload]) =>
          payload === '1' && lampReport({ type, key }, { channel, payload })?.lamp === lamp,
      ),
    join,
    behave: (next: Trait) => {
      trait = next;
      journal.note(`${key} is ${next}`);
    },
    /** Somebody switches its lamps on the spot. */
    show: (status: SignalColor) => {
      journal.note(`${key} is switched to ${status} on the spot`);
      set(status);
      reportAll();
    },
    /** Somebody lights one more lamp on the spot. */
    light: (color: SignalColor) => {
      journal.note(`${key}: ${color} is lit on the spot too`);
      const write: OutputWrite = { channel: channelOfColor(key, color), payload: '1' };
      outputs.set(write.channel, write.payload);
      report(write);
    },
    /** It says that it is there. */
    beat,
    /** It says again all that it shows, as boards do from time to time. */
    repeat: () => {
      reportAll();
      reportMetrics();
    },
    /** It starts again, as after a power dip. */
    reboot: (offMs: number) => {
      world.isBusy();
      journal.note(`${key} reboots to ${options.afterReboot}`);
      boot += 1;
      hasStarted = true;
      bootedAt = world.elapsed() + offMs;
      leave(chance.happens(0.5));
      if (options.afterReboot !== 'last')
        set(options.afterReboot === 'verde' && type === 'semaforo' ? 'verde' : 'spento');
      rejoinIn(offMs);
    },
    /** Its network is gone for so long. */
    loseNetwork: (forMs: number) => {
      world.isBusy();
      journal.note(`${key} loses the network for ${Math.round(forMs / 1000)} s`);
      leave(chance.happens(0.5));
      rejoinIn(forMs);
    },
    /** The broker is gone. */
    brokerLost: () => {
      client = undefined;
      pipe.cut();
    },
    rejoinIn,
  };
}
