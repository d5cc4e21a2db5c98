import { randomUUID } from 'node:crypto';
import {
  type DeviceStatus,
  type DeviceType,
  type OutputWrite,
  writesFor,
} from '@semaforo/contract/domain/channels';
import { connect, type MqttClient } from 'mqtt';
import type { Logger } from '../platform/logger.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

/** A device to play: its key, and what it shows when it is switched on. */
export type Played = { key: string; type: DeviceType; shows: DeviceStatus };

const RECONNECT_MS = 1000;
/** As real boards do. */
const REPORT_EVERY_MS = 60_000;

/**
 * Plays devices on the embedded broker: each is there as long as it is listed, does what it is commanded, and reports
 * it. They are devices like any other, over the network; nothing is taken for lit that they did not report.
 */
export function createSimulatedDevices(options: {
  access: BrokerAccess;
  /** COMMAND_TOPIC. */
  commandTopic: string;
  list: () => readonly Played[];
  logger: Logger;
}) {
  const { access, commandTopic, logger } = options;
  /** What is played, with what each output is by its channel. */
  const playing = new Map<string, { type: DeviceType; outputs: Map<string, OutputWrite['payload']> }>();
  /** Reports that the broker sends back, where devices are commanded on the topic on which they report. */
  const echoes = new Map<string, OutputWrite['payload'][]>();
  let client: MqttClient | undefined;
  let timer: NodeJS.Timeout | undefined;

  const commandTopicOf = (key: string, channel: string) =>
    commandTopic.replace('{key}', key).replace('{channel}', channel);

  const report = (key: string) => {
    for (const [channel, payload] of playing.get(key)?.outputs ?? []) say(`${key}/${channel}`, payload);
  };
  const awaitEcho = (topic: string, payload: OutputWrite['payload']) => {
    const awaited = echoes.get(topic) ?? [];
    awaited.push(payload);
    echoes.set(topic, awaited);
  };
  const say = (topic: string, payload: OutputWrite['payload']) => {
    if (client?.connected !== true) return;
    if (commandTopic === '{key}/{channel}') awaitEcho(topic, payload);
    client.publish(topic, payload, { qos: 1 });
  };
  const obey = (topic: string, payload: string) => {
    if (payload !== '0' && payload !== '1') return;
    if (echoes.get(topic)?.[0] === payload) {
      echoes.get(topic)?.shift();
      return;
    }
    for (const [key, { outputs }] of playing) {
      for (const channel of outputs.keys()) {
        if (commandTopicOf(key, channel) !== topic) continue;
        outputs.set(channel, payload);
        say(`${key}/${channel}`, payload);
      }
    }
  };
  const topicsOf = (key: string) =>
    [...(playing.get(key)?.outputs.keys() ?? [])].map((channel) => commandTopicOf(key, channel));

  /** Its lamps are reported once it can be commanded: a board says what it shows as it connects. */
  const join = (key: string) => {
    client?.subscribe(topicsOf(key), { qos: 1 }, (error) => {
      if (error) logger.warn({ err: error, key }, 'a simulated device could not subscribe');
      else report(key);
    });
  };
  const switchOn = ({ key, type, shows }: Played) => {
    const writes = writesFor(type, key, shows).map(({ channel, payload }) => [channel, payload] as const);
    playing.set(key, { type, outputs: new Map(writes) });
  };
  const drop = (key: string) => {
    client?.unsubscribe(topicsOf(key));
    playing.delete(key);
  };
  const open = () => {
    const opened = connect({
      host: access.host,
      port: access.port,
      username: access.username,
      password: access.password,
      clientId: `simulato-${randomUUID()}`,
      protocolVersion: 4,
      reconnectPeriod: RECONNECT_MS,
      resubscribe: false,
      queueQoSZero: false,
    });
    opened.on('connect', () => {
      echoes.clear();
      for (const key of playing.keys()) join(key);
    });
    opened.on('message', (topic, payload) => obey(topic, payload.toString()));
    // It tries again by itself; that the broker is away is said by the server's own link.
    opened.on('error', () => undefined);
    client = opened;
    timer = setInterval(() => [...playing.keys()].forEach(report), REPORT_EVERY_MS).unref();
  };
  const close = async () => {
    clearInterval(timer);
    const closing = client;
    client = undefined;
    await closing?.endAsync(true);
  };

  return {
    /** Devices may have come or gone. */
    follow: async () => {
      const listed = new Map(options.list().map((played) => [played.key, played]));
      for (const [key, { type }] of playing) if (listed.get(key)?.type !== type) drop(key);
      const added = [...listed.values()].filter(({ key }) => !playing.has(key));
      added.forEach(switchOn);
      if (playing.size === 0) return close();
      if (!client) open();
      else if (client.connected) for (const { key } of added) join(key);
    },
    stop: close,
  };
}
