import { understand } from '@semaforo/contract/domain/board-protocol';
import { NOT_HANDLED } from '@semaforo/contract/domain/device/device-errors';
import type { DeviceReport } from '@semaforo/contract/domain/device/step-device';
import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { IncomingMessage } from '../broker/broker-link.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import { type KnownDevice, speaking } from './known-device.ts';
import type { LastPayloads } from './unregistered/last-payloads.ts';
import type { UnregisteredDevices } from './unregistered/unregistered-devices.ts';

/** A report is at most this long (docs/protocol.md#topics). */
const MAX_PAYLOAD_BYTES = 4096;

type IgnoredBecause = 'too-long' | 'unknown-device' | 'meaningless' | 'failed';

/** What a device reported, and what that means. */
export type HeardReport = { device: KnownDevice; message: DeviceMessage; kind: DeviceReport['kind'] };

/**
 * Handles a message of a device: records it, sends it to the browsers, hands it to those that subscribed. Resolves once
 * what it changed is stored. Any other message is counted and changes nothing. It never throws: of a message that
 * cannot be handled, by a subscriber either, its device is in error (docs/rules.md#received-means-stored).
 */
export function createReceiveMessage(options: {
  directory: Pick<DeviceDirectory, 'findByKey'>;
  states: DeviceStates;
  heard: Pick<UnregisteredDevices, 'message'>;
  lastPayloads: Pick<LastPayloads, 'note'>;
  /** Sends the state of a device to the browsers. */
  show: (device: KnownDevice) => void;
  feed: Pick<LiveFeed, 'message'>;
  counters: Counters;
  commit: Pick<GroupCommit, 'stored'>;
  logger: Logger;
}) {
  const { directory, states, counters, commit } = options;
  const listeners: ((report: HeardReport) => void)[] = [];
  const ignore = (reason: IgnoredBecause) => {
    counters.ignoredMessages.inc({ reason });
    return undefined;
  };

  /** Takes in one word of a device, in the language of docs/protocol.md; true when it means something. */
  const take = (device: KnownDevice, message: DeviceMessage): boolean => {
    const { channel, payload, retained } = message;
    const kind = states.record(device, message);
    if (!retained)
      options.feed.message(device.ownerId, { topic: `${device.topic}/${channel}`, message: payload });
    if (kind === undefined) return false;
    // Browsers apply only reports and metrics that are live: after any other message they get the new status.
    if (retained || kind === 'online') options.show(device);
    for (const listener of listeners) listener({ device, message, kind });
    return true;
  };

  const handle = ({ topic, payload: bytes, retained, queued }: IncomingMessage) => {
    counters.liveMessages.inc();
    if (bytes.length > MAX_PAYLOAD_BYTES) return ignore('too-long');
    const split = splitMessageTopic(topic);
    if (!split) return ignore('unknown-device');
    const device = directory.findByKey(split.key);
    const message = { channel: split.channel, payload: bytes.toString('utf8'), retained, queued };
    if (!device) {
      options.heard.message(split.key, message);
      options.lastPayloads.note(split.key, message);
      return ignore('unknown-device');
    }
    const reports = understand(speaking(device), message);
    const meant = reports.filter((report) => take(device, report));
    return meant.length === 0 ? ignore('meaningless') : commit.stored();
  };

  /** What the device said is not known for sure any more. */
  const doubt = (topic: string) => {
    const device = directory.findByKey(splitMessageTopic(topic)?.key ?? '');
    if (device) states.apply(device, { kind: 'failed', reason: NOT_HANDLED });
  };

  const receive = (incoming: IncomingMessage): Promise<void> | undefined => {
    try {
      return handle(incoming);
    } catch (error) {
      options.logger.error({ err: error, topic: incoming.topic }, 'a message could not be handled');
      ignore('failed');
      doubt(incoming.topic);
      return commit.stored();
    }
  };
  return {
    receive,
    /** What devices report, each time that it means something. */
    reports: { subscribe: (listener: (report: HeardReport) => void) => void listeners.push(listener) },
  };
}
