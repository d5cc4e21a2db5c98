import {
  availabilityOf,
  commandFor,
  reportOf,
  type SpeakingDevice,
} from '@semaforo/contract/domain/board-protocol';
import { type OutputWrite, writesFor } from '@semaforo/contract/domain/channels';
import type { DeviceMetrics } from '@semaforo/contract/domain/device-metrics';
import { boardLanguageOf, type DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { lampReport } from '@semaforo/contract/domain/lamps';

/** What is said under a key. */
type Reported = { channel: string; payload: string };

/** How a device of that profile reports an output. */
export function describeReport(device: SpeakingDevice, write: OutputWrite): Reported {
  const lamp = lampReport(device, write)?.lamp;
  if (lamp === undefined) return write;
  const { channel, field, on, off } = reportOf(device, lamp);
  const value = write.payload === '1' ? on : off;
  return {
    channel,
    payload: field === undefined ? value : JSON.stringify({ source: 'MQTT', [field]: value === 'true' }),
  };
}

/** How it tells of itself: each number by itself, or those of one channel together as JSON. */
export function describeMetrics(profile: DeviceProfile, metrics: DeviceMetrics): Reported[] {
  const board = boardLanguageOf(profile);
  if (board === undefined) {
    return Object.entries(metrics).map(([channel, value]) => ({ channel, payload: String(value) }));
  }
  const objects = new Map<string, Record<string, unknown>>();
  const numbers: Reported[] = [];
  for (const { metric, channel, field } of board.metrics) {
    // What stands beside the state of an output is left out: it would be a report.
    if (field === undefined) numbers.push({ channel, payload: String(metrics[metric]) });
    else if (!channel.includes('switch')) {
      objects.set(channel, { ...objects.get(channel), ...nested(field.split('.'), metrics[metric]) });
    }
  }
  const together = [...objects].map(([channel, values]) => ({ channel, payload: JSON.stringify(values) }));
  return [...numbers, ...together];
}

/** How it says that it is there, or its last will that it is not. */
export function describeAvailability(profile: DeviceProfile, isThere: boolean): Reported {
  const { channel, online, offline } = availabilityOf(profile);
  return { channel, payload: isThere ? online : offline };
}

/**
 * The commands that it understands, by channel: what each payload makes it write. Those of the console's own language
 * are on the topics of a template, where the channel stands for the output.
 */
export function formatCommands(device: SpeakingDevice): Map<string, Map<string, OutputWrite>> {
  const outputs = writesFor(device.type, device.key, 'spento').map(({ channel }) => channel);
  return new Map(
    outputs.map((channel) => {
      const writes = (['1', '0'] as const).map((payload): OutputWrite => ({ channel, payload }));
      const commands = writes.map((write) => [commandFor(device, write), write] as const);
      const byPayload = new Map(commands.map(([command, write]) => [command.payload, write]));
      return [commands[0]?.[0].channel ?? channel, byPayload];
    }),
  );
}

function nested([name = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}
