import {
  type DeviceStatus,
  type DeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import { type DeviceProfile, USUAL_PROFILE } from '@semaforo/contract/domain/device-profiles';
import { type Behaviour, executedWrite, reportTime } from './behaviour.ts';
import { describeMetrics, describeReport } from './board-speech.ts';
import type { DeviceLogin } from './device-logins.ts';
import { drawnBy, type LampCondition } from './lamp-meter.ts';
import type { Water } from './water.ts';

/** A device to simulate. `key` is its topic; `shows` is what its lamps show when it is switched on. */
export type DeviceSpec = {
  key: string;
  type: DeviceType;
  behaviour: Behaviour;
  shows: DeviceStatus;
  /** How it speaks; the console's own language without it. */
  profile?: DeviceProfile;
  /** What a gauge measures, and whether it has a float, which is up from 30 cm on. */
  water?: Water;
  hasFloat?: boolean;
  /** With a meter it says what each lamp draws, by what has become of them. */
  lamps?: LampCondition;
  /** Its own log-in on the broker; without one it uses that of the fleet. */
  login?: DeviceLogin;
};

/** What a board shows once it has started again: nothing, verde (a lantern: nothing), or what it showed before. */
export const SHOWN_AFTER_REBOOT = ['dark', 'verde', 'last'] as const;
export type ShownAfterReboot = (typeof SHOWN_AFTER_REBOOT)[number];

/** A message that a device publishes. */
export type PublishedMessage = { topic: string; payload: string; retain: boolean };

/** One simulated device: outputs and a behaviour. It knows no network: its messages go to `publish`. */
export type SimulatedDevice = {
  readonly key: string;
  readonly type: DeviceType;
  readonly profile: DeviceProfile;
  /** The last commands that reached it, oldest first. */
  readonly commands: readonly OutputWrite[];
  /** Changes how it takes the commands that follow. */
  behave(behaviour: Behaviour): void;
  obey(write: OutputWrite): void;
  /** Sends the reports that a `held` device kept back, in their order. From then on the device is obedient. */
  release(): void;
  /** Switches the lamps as someone at the device would; the device reports them. */
  show(status: DeviceStatus): void;
  /** Starts again, as boards do after a power dip, and reports what it shows then. */
  reboot(to: ShownAfterReboot): void;
  reportOutputs(): void;
  /** Reports only what is lit, as boards do that save what they send. */
  reportLit(): void;
  reportMetrics(): void;
  /** A gauge measures, and says it; other devices do nothing. */
  measure(): void;
};

const KEPT_COMMANDS = 50;
const FLOAT_UP_CM = 30;
const FLOAT_DOWN_CM = 26;
const FIRST_TEMP_C = 18;
const VCC_V = 3.3;

/** A device that is switched on now. It publishes nothing until one of its methods is called. */
export function createSimulatedDevice({
  key,
  type,
  behaviour: firstBehaviour,
  shows,
  profile = USUAL_PROFILE,
  water,
  hasFloat = false,
  lamps,
  publish,
}: DeviceSpec & { publish: (message: PublishedMessage) => void }): SimulatedDevice {
  let switchedOnAt = Date.now();
  const outputs = new Map<string, OutputWrite['payload']>();
  const commands: OutputWrite[] = [];
  const keptBack: OutputWrite[] = [];
  let behaviour = firstBehaviour;
  let isFloatUp = false;

  function set(status: DeviceStatus) {
    for (const { channel, payload } of writesFor(type, key, status)) outputs.set(channel, payload);
  }

  function report(write: OutputWrite) {
    send(describeReport({ key, type, profile }, write));
    if (lamps === undefined) return;
    const watts = drawnBy(lamps, write.payload, Math.random());
    send({ channel: `${write.channel}/power`, payload: watts.toFixed(1) });
  }

  function measure() {
    if (water === undefined) return;
    const level = water(Date.now());
    send({ channel: 'level', payload: level.toFixed(1) });
    if (!hasFloat) return;
    isFloatUp = level >= (isFloatUp ? FLOAT_DOWN_CM : FLOAT_UP_CM);
    send({ channel: 'float', payload: isFloatUp ? '1' : '0' });
  }

  function send({ channel, payload }: { channel: string; payload: string }) {
    publish({ topic: `${key}/${channel}`, payload, retain: false });
  }

  function answer(write: OutputWrite) {
    const time = reportTime(behaviour);
    if (time === 'when-released') keptBack.push(write);
    else if (time === 0) report(write);
    else if (time !== 'never') setTimeout(report, time, write).unref();
  }

  function reportOutputs() {
    if (typeof reportTime(behaviour) !== 'number') return;
    for (const [channel, payload] of outputs) report({ channel, payload });
  }

  function reportLit() {
    if (typeof reportTime(behaviour) !== 'number') return;
    for (const [channel, payload] of outputs) if (payload === '1') report({ channel, payload });
  }

  function reportMetrics() {
    const uptimeS = Math.floor((Date.now() - switchedOnAt) / 1000);
    const metrics = { temp: FIRST_TEMP_C + (uptimeS % 50) / 10, vcc: VCC_V, uptime: uptimeS };
    describeMetrics(profile, metrics).forEach(send);
  }

  set(shows);

  return {
    key,
    type,
    profile,
    commands,
    behave(next) {
      behaviour = next;
    },
    obey(write) {
      commands.push(write);
      if (commands.length > KEPT_COMMANDS) commands.shift();
      const done = executedWrite(behaviour, write);
      outputs.set(done.channel, done.payload);
      answer(done);
    },
    release() {
      if (behaviour.kind === 'held') behaviour = { kind: 'obedient' };
      for (const write of keptBack.splice(0)) report(write);
    },
    show(status) {
      set(status);
      reportOutputs();
    },
    reboot(to) {
      switchedOnAt = Date.now();
      keptBack.length = 0;
      if (to !== 'last') set(to === 'verde' && type === 'semaforo' ? 'verde' : 'spento');
      reportOutputs();
      reportMetrics();
    },
    reportOutputs,
    reportLit,
    reportMetrics,
    measure,
  };
}
