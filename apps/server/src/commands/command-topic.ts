import { type DeviceStatus, type DeviceType, writesFor } from '@semaforo/contract/domain/channels';
import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { OutputMessage } from '../broker/broker-link.port.ts';

/** A message that commands one output of a device. */
export type CommandMessage = OutputMessage & { channel: string };

const REPORT_TOPIC = '{key}/{channel}';

/** True when devices are commanded on the topic on which they report. */
export function commandsOnReportTopic(template: string): boolean {
  return template === REPORT_TOPIC;
}

/**
 * The messages that make a device show a status, in order, on the topics of the template (COMMAND_TOPIC). Empty when
 * it cannot show that status or its topic is not a valid key: one `+` in a published topic would make the broker cut
 * the link (docs/rules.md#device-keys).
 */
export function messagesFor(
  device: { type: DeviceType; topic: string },
  status: DeviceStatus,
  template: string,
): CommandMessage[] {
  if (!isDeviceTopic(device.topic)) return [];
  return writesFor(device.type, device.topic, status).map(({ channel, payload }) => ({
    topic: template.replace('{key}', device.topic).replace('{channel}', channel),
    payload,
    channel,
  }));
}
