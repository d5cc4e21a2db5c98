import type { DeviceType, OutputWrite } from '@semaforo/contract/domain/channels';
import type { DeviceTrait } from './device-plan.ts';

const CHANNEL = /^out(\d)$/;
const FIRST_OUTPUT = 2;
const LAST_OUTPUT = 4;

/** What a device does with a write: a lying one lights the lamp beside, and a lying lantern does the opposite. */
export function executedWrite(
  kind: DeviceTrait['kind'],
  type: DeviceType,
  { channel, payload }: OutputWrite,
): OutputWrite {
  if (kind !== 'lying') return { channel, payload };
  if (type === 'lanterna') return { channel, payload: payload === '1' ? '0' : '1' };
  const output = Number(CHANNEL.exec(channel)?.[1]);
  // Outputs 2 to 4 are lamps in both families.
  const beside = output >= LAST_OUTPUT ? FIRST_OUTPUT : output + 1;
  return { channel: payload === '1' ? `out${beside}` : channel, payload };
}
