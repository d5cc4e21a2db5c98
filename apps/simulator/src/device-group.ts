import { setImmediate } from 'node:timers/promises';
import { writesFor } from '@semaforo/contract/domain/channels';
import { type BrokerAddress, createBrokerConnection } from './broker-connection.ts';
import {
  createSimulatedDevice,
  type DeviceMessage,
  type DeviceSpec,
  type SimulatedDevice,
} from './simulated-device.ts';

/** Devices that share one link to the broker. */
export type DeviceGroup = {
  devices: readonly SimulatedDevice[];
  start(): Promise<void>;
  stop(): Promise<void>;
};

const DEVICES_PER_TURN = 100;

/**
 * Devices on one link; on each connection they report their outputs and metrics. A device alone on its link also announces `online`,
 * with `offline` as its last will; several do not, for no last will could take their `online` back.
 */
export function createDeviceGroup({
  broker,
  specs,
  commandTopic,
  onTrouble,
}: {
  broker: BrokerAddress;
  specs: readonly DeviceSpec[];
  commandTopic: string;
  onTrouble: (reason: string) => void;
}): DeviceGroup {
  const devices = specs.map((spec) => createSimulatedDevice({ ...spec, publish }));
  const commands = commandsByTopic(devices, commandTopic);
  const echoes = new Map<string, string[]>();
  const alone = devices.length === 1 ? devices[0] : undefined;

  const connection = createBrokerConnection({
    broker,
    topics: [...commands.keys()],
    ...(alone && { will: availability(alone, 'offline') }),
    onJoined: introduce,
    onMessage: receive,
    onTrouble,
  });

  function publish(message: DeviceMessage) {
    if (connection.publish(message) && commands.has(message.topic)) {
      echoes.set(message.topic, [...(echoes.get(message.topic) ?? []), message.payload]);
    }
  }

  function receive(topic: string, payload: string) {
    // Where commands and reports share a topic, the broker hands every report back: it is no command.
    if (echoes.get(topic)?.[0] === payload) {
      echoes.get(topic)?.shift();
      return;
    }
    const command = commands.get(topic);
    if (!command || (payload !== '0' && payload !== '1')) return;
    command.device.obey({ channel: command.channel, payload });
  }

  async function introduce() {
    echoes.clear();
    if (alone) publish(availability(alone, 'online'));
    for (const [index, device] of devices.entries()) {
      device.reportOutputs();
      device.reportMetrics();
      if (index % DEVICES_PER_TURN === DEVICES_PER_TURN - 1) await setImmediate();
    }
  }

  return { devices, start: connection.start, stop: connection.stop };
}

function commandsByTopic(devices: readonly SimulatedDevice[], template: string) {
  return new Map(
    devices.flatMap((device) =>
      writesFor(device.type, device.key, 'spento').map(({ channel }) => [
        template.replaceAll('{key}', device.key).replaceAll('{channel}', channel),
        { device, channel },
      ]),
    ),
  );
}

function availability({ key }: SimulatedDevice, payload: 'online' | 'offline'): DeviceMessage {
  return { topic: `${key}/status`, payload, retain: true };
}
