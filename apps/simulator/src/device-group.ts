import { setImmediate } from 'node:timers/promises';
import { describeAvailability, formatCommands } from './board-speech.ts';
import { type BrokerAddress, createBrokerConnection } from './broker-connection.ts';
import {
  createSimulatedDevice,
  type DeviceSpec,
  type PublishedMessage,
  type SimulatedDevice,
} from './simulated-device.ts';

/** Devices that share one connection to the broker; one with a log-in of its own is alone. */
export type DeviceGroup = {
  devices: readonly SimulatedDevice[];
  start(): Promise<void>;
  stop(): Promise<void>;
};

const DEVICES_PER_TURN = 100;

/**
 * Devices on one connection. Each time it is made they report their outputs and metrics. A single device also publishes
 * `online`, with `offline` as its last will. Several devices do not: one connection has only one last will.
 */
export function createDeviceGroup({
  broker,
  specs,
  commandTopic,
  onTrouble,
  onMessage,
}: {
  broker: BrokerAddress;
  specs: readonly DeviceSpec[];
  commandTopic: string;
  onTrouble: (reason: string) => void;
  onMessage: (topic: string, payload: string) => void;
}): DeviceGroup {
  const devices = specs.map((spec) => createSimulatedDevice({ ...spec, publish }));
  const commands = commandsByTopic(devices, commandTopic);
  const echoes = new Map<string, string[]>();
  const alone = devices.length === 1 ? devices[0] : undefined;
  const login = specs[0]?.login;

  const connection = createBrokerConnection({
    broker: alone && login ? { ...broker, ...login, clientId: login.username } : broker,
    topics: [...commands.keys()],
    ...(alone && { will: availability(alone, false) }),
    onJoined: introduce,
    onMessage: receive,
    onTrouble,
  });

  function publish(message: PublishedMessage) {
    if (!connection.publish(message)) return;
    onMessage(message.topic, message.payload);
    if (commands.has(message.topic)) {
      const sent = echoes.get(message.topic) ?? [];
      sent.push(message.payload);
      echoes.set(message.topic, sent);
    }
  }

  function receive(topic: string, payload: string) {
    // Where commands and reports share a topic, the broker sends every report back: it is no command.
    if (echoes.get(topic)?.[0] === payload) {
      echoes.get(topic)?.shift();
      return;
    }
    const command = commands.get(topic);
    const write = command?.writes.get(payload);
    if (!command || !write) return;
    onMessage(topic, payload);
    command.device.obey(write);
  }

  async function introduce() {
    echoes.clear();
    if (alone) publish(availability(alone, true));
    for (const [index, device] of devices.entries()) {
      device.reportOutputs();
      device.reportMetrics();
      device.measure();
      if (index % DEVICES_PER_TURN === DEVICES_PER_TURN - 1) await setImmediate();
    }
  }

  return { devices, start: connection.start, stop: connection.stop };
}

function commandsByTopic(devices: readonly SimulatedDevice[], template: string) {
  return new Map(
    devices.flatMap((device) =>
      [...formatCommands(device)].map(([channel, writes]) => [
        (device.profile === 'outN' ? template : '{key}/{channel}')
          .replaceAll('{key}', device.key)
          .replaceAll('{channel}', channel),
        { device, writes },
      ]),
    ),
  );
}

function availability({ key, profile }: SimulatedDevice, isThere: boolean): PublishedMessage {
  const { channel, payload } = describeAvailability(profile, isThere);
  return { topic: `${key}/${channel}`, payload, retain: true };
}
