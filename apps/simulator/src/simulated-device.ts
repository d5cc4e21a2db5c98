import {
  type DeviceStatus,
  type DeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import type { Behaviour } from './behaviour.ts';

/** A device to simulate. `key` is its topic; `shows` is what its lamps show when it is switched on. */
export type DeviceSpec = { key: string; type: DeviceType; behaviour: Behaviour; shows: DeviceStatus };

export type DeviceMessage = { topic: string; payload: string; retain: boolean };

/** One simulated device: outputs and a behaviour; what it says goes to `publish`, the network is not its affair. */
export type SimulatedDevice = {
  readonly key: string;
  readonly type: DeviceType;
  /** The last commands that reached it, oldest first. */
  readonly commands: readonly OutputWrite[];
  /** Changes how it takes the next commands. */
  behave(behaviour: Behaviour): void;
  obey(write: OutputWrite): void;
  /** Sends the reports that a `held` device kept back, in their order; from then on it obeys, also a command that is still on its way. */
  release(): void;
  /** Somebody switches the lamps at the device itself; it reports them. */
  show(status: DeviceStatus): void;
  reportOutputs(): void;
  reportMetrics(): void;
};

const KEPT_COMMANDS = 50;
const FIRST_TEMP_C = 18;
const VCC_V = 3.3;

/** A device that is switched on now; it says nothing before it is asked to. */
export function createSimulatedDevice({
  key,
  type,
  behaviour: firstBehaviour,
  shows,
  publish,
}: DeviceSpec & { publish: (message: DeviceMessage) => void }): SimulatedDevice {
  const switchedOnAt = Date.now();
  const outputs = new Map<string, OutputWrite['payload']>();
  const commands: OutputWrite[] = [];
  const keptBack: OutputWrite[] = [];
  let behaviour = firstBehaviour;

  function set(status: DeviceStatus) {
    for (const { channel, payload } of writesFor(type, key, status)) outputs.set(channel, payload);
  }

  function report({ channel, payload }: OutputWrite) {
    publish({ topic: `${key}/${channel}`, payload, retain: false });
  }

  function answer(write: OutputWrite) {
    if (behaviour.kind === 'mute') return;
    if (behaviour.kind === 'held') keptBack.push(write);
    else if (behaviour.kind === 'slow') setTimeout(report, behaviour.delayMs, write).unref();
    else report(write);
  }

  function reportOutputs() {
    if (behaviour.kind === 'mute' || behaviour.kind === 'held') return;
    for (const [channel, payload] of outputs) report({ channel, payload });
  }

  set(shows);

  return {
    key,
    type,
    commands,
    behave(next) {
      behaviour = next;
    },
    obey(write) {
      commands.push(write);
      if (commands.length > KEPT_COMMANDS) commands.shift();
      const done = behaviour.kind === 'liar' ? opposite(write) : write;
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
    reportOutputs,
    reportMetrics() {
      const uptimeS = Math.floor((Date.now() - switchedOnAt) / 1000);
      const metrics = { temp: FIRST_TEMP_C + (uptimeS % 50) / 10, vcc: VCC_V, uptime: uptimeS };
      for (const [name, value] of Object.entries(metrics)) {
        publish({ topic: `${key}/${name}`, payload: String(value), retain: false });
      }
    },
  };
}

function opposite({ channel, payload }: OutputWrite): OutputWrite {
  return { channel, payload: payload === '1' ? '0' : '1' };
}
