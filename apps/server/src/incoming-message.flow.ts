import { understand } from '@semaforo/contract/domain/board-protocol';
import { NOT_HANDLED } from '@semaforo/contract/domain/device/device-errors';
import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { IncomingMessage } from './broker/broker-link.port.ts';
import type { CommandLanes } from './commands/command-lanes.ts';
import type { GroupCommit } from './database/group-commit.ts';
import type { DeviceDirectory } from './devices/device-directory.ts';
import { toStatusRecord } from './devices/device-records.ts';
import type { DeviceStates } from './devices/device-states.ts';
import { type KnownDevice, speaking } from './devices/known-device.ts';
import type { LastPayloads } from './devices/unregistered/last-payloads.ts';
import type { UnregisteredDevices } from './devices/unregistered/unregistered-devices.ts';
import type { LiveFeed } from './live/live-feed.ts';
import type { Counters } from './platform/counters.ts';
import type { Logger } from './platform/logger.ts';

/** A report is at most this long (docs/protocol.md#topics). */
const MAX_PAYLOAD_BYTES = 4096;

type IgnoredBecause = 'too-long' | 'unknown-device' | 'meaningless' | 'failed';

/**
 * Handles a message of a device: records it, sends it to the browsers, settles the command that it confirms, notifies
 * people. Resolves once what it changed is stored. Any other message is counted and changes nothing. It never throws:
 * of a message that cannot be handled its device is in error (docs/rules.md#received-means-stored).
 */
export function createIncomingMessageFlow(modules: {
  devices: {
    directory: Pick<DeviceDirectory, 'findByKey'>;
    states: DeviceStates;
    heard: Pick<UnregisteredDevices, 'message'>;
    lastPayloads: Pick<LastPayloads, 'note'>;
  };
  live: { feed: Pick<LiveFeed, 'message' | 'deviceChanged'> };
  commands: Pick<CommandLanes, 'settle'>;
  notifications: { deviceChanged: (device: KnownDevice) => void };
  citizens: { deviceChanged: (device: KnownDevice) => void };
  counters: Counters;
  commit: Pick<GroupCommit, 'stored'>;
  logger: Logger;
}): (incoming: IncomingMessage) => Promise<void> | undefined {
  const { directory, states } = modules.devices;
  const { feed } = modules.live;
  const ignore = (reason: IgnoredBecause) => {
    modules.counters.ignoredMessages.inc({ reason });
    return undefined;
  };

  /** Takes in one word of a device, in the language of docs/protocol.md; true when it means something. */
  const take = (device: KnownDevice, message: DeviceMessage): boolean => {
    const { channel, payload, retained } = message;
    const received = states.record(device, message);
    if (!retained) feed.message(device.ownerId, { topic: `${device.topic}/${channel}`, message: payload });
    if (received === undefined) return false;
    // Browsers apply only reports and metrics that are live: after any other message they get the new status.
    if (retained || received === 'online') {
      feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(states, device));
    }
    modules.commands.settle(device, message, received);
    return true;
  };

  const handle = ({ topic, payload: bytes, retained, queued }: IncomingMessage) => {
    modules.counters.liveMessages.inc();
    if (bytes.length > MAX_PAYLOAD_BYTES) return ignore('too-long');
    const split = splitMessageTopic(topic);
    if (!split) return ignore('unknown-device');
    const device = directory.findByKey(split.key);
    const message = { channel: split.channel, payload: bytes.toString('utf8'), retained, queued };
    if (!device) {
      modules.devices.heard.message(split.key, message);
      modules.devices.lastPayloads.note(split.key, message);
      return ignore('unknown-device');
    }
    const reports = understand(speaking(device), message);
    const meant = reports.filter((report) => take(device, report));
    if (meant.length === 0) return ignore('meaningless');
    modules.notifications.deviceChanged(device);
    modules.citizens.deviceChanged(device);
    return modules.commit.stored();
  };

  /** What the device said is not known for sure any more. */
  const doubt = (topic: string) => {
    const device = directory.findByKey(splitMessageTopic(topic)?.key ?? '');
    if (device) states.apply(device, { kind: 'failed', reason: NOT_HANDLED });
  };

  return (incoming) => {
    try {
      return handle(incoming);
    } catch (error) {
      modules.logger.error({ err: error, topic: incoming.topic }, 'a message could not be handled');
      ignore('failed');
      doubt(incoming.topic);
      return modules.commit.stored();
    }
  };
}
