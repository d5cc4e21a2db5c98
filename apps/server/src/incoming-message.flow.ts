import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { IncomingMessage } from './broker/broker-link.port.ts';
import type { CommandLanes } from './commands/command-lanes.ts';
import type { DeviceDirectory } from './devices/device-directory.ts';
import { toStatusRecord } from './devices/device-records.ts';
import type { DeviceStates } from './devices/device-states.ts';
import type { KnownDevice } from './devices/known-device.ts';
import type { LiveFeed } from './live/live-feed.ts';

/** A report is at most this long (docs/protocol.md#topics). */
const MAX_PAYLOAD_BYTES = 4096;

export type IgnoredBecause = 'too-long' | 'unknown-device' | 'meaningless';

/**
 * Handles a message of a device: records it, sends it to the browsers, settles the command that it confirms, notifies the bot. Any other
 * message is counted and changes nothing.
 */
export function createIncomingMessageFlow(rooms: {
  directory: DeviceDirectory;
  states: DeviceStates;
  feed: LiveFeed;
  lanes: CommandLanes;
  notifyBot: (device: KnownDevice) => void;
  countIgnored: (reason: IgnoredBecause) => void;
}): (incoming: IncomingMessage) => void {
  return ({ topic, payload: bytes, retained }) => {
    if (bytes.length > MAX_PAYLOAD_BYTES) return rooms.countIgnored('too-long');
    const split = splitMessageTopic(topic);
    const device = split && rooms.directory.findByKey(split.key);
    if (!device) return rooms.countIgnored('unknown-device');
    const message = { channel: split.channel, payload: bytes.toString('utf8'), retained };
    const heard = rooms.states.record(device, message);
    if (!heard) rooms.countIgnored('meaningless');
    if (!retained) rooms.feed.message(device.ownerId, { topic, message: message.payload });
    if (!heard) return;
    // Browsers apply only reports and metrics that are live: after any other message they get the new status.
    if (retained || heard.kind === 'availability') {
      rooms.feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(rooms.states, device));
    }
    rooms.lanes.settle(device, message, heard.kind);
    rooms.notifyBot(device);
  };
}
