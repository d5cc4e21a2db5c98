import { commandFor } from '@semaforo/contract/domain/board-protocol';
import { type DeviceStatus, type OutputWrite, writesFor } from '@semaforo/contract/domain/channels';
import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { OutputMessage } from '../broker/broker-link.port.ts';
import { type KnownDevice, speaking } from '../devices/known-device.ts';

/** A message that commands one output of a device, in its own language, and which output that is in ours. */
export type CommandMessage = OutputMessage & { write: OutputWrite };

const REPORT_TOPIC = '{key}/{channel}';

/** True when devices are commanded on the topic on which they report. */
export function commandsOnReportTopic(template: string): boolean {
  return template === REPORT_TOPIC;
}

/**
 * The messages that make a device show a status, in order, on the topics of the template (COMMAND_TOPIC), or of its
 * board. Empty when it cannot show that status or its topic is not a valid key: one `+` in a published topic would make
 * the broker cut the link (docs/rules.md#device-keys).
 */
export function messagesFor(
  device: Pick<KnownDevice, 'type' | 'topic' | 'profile'>,
  status: DeviceStatus,
  template: string,
): CommandMessage[] {
  if (!isDeviceTopic(device.topic)) return [];
  const ofTopic = device.profile === 'outN' ? template : REPORT_TOPIC;
  return writesFor(device.type, device.topic, status).map((write) => {
    const { channel, payload } = commandFor(speaking(device), write);
    return { topic: ofTopic.replace('{key}', device.topic).replace('{channel}', channel), payload, write };
  });
}
