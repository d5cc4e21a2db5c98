import { LAMP_COLORS, type Lamp, type LampColor } from '@semaforo/contract/domain/lamps';
import { statusAfter } from '@semaforo/contract/domain/live-message';
import type { DeviceState } from './apply-device-message.ts';

/**
 * The state with what another server heard since, of each lamp that this one has not heard in its link session: it is
 * the last that anybody knows, so no lamp of it is fresh. The same state where there is nothing newer.
 */
export function withSaidElsewhere(
  ours: DeviceState,
  theirs: Pick<DeviceState, 'status' | 'updatedAt' | 'lamps'>,
  session: number,
): DeviceState {
  const isHeard = Object.values(ours.lamps).some(({ saidIn }) => saidIn === session);
  const newer: Partial<Record<LampColor, Lamp>> = {};
  let { status } = ours;
  for (const color of LAMP_COLORS) {
    const said = theirs.lamps[color];
    const own = ours.lamps[color];
    if (!said || said.saidAt === null || own?.saidIn === session) continue;
    if (said.saidAt <= (own?.saidAt ?? Number.NEGATIVE_INFINITY)) continue;
    newer[color] = { ...said, saidIn: null };
    status = statusAfter(status, color, said.on);
  }
  if (Object.keys(newer).length === 0) return ours;
  const lamps = { ...ours.lamps, ...newer };
  if (isHeard) return { ...ours, lamps, status };
  return { ...ours, lamps, status: theirs.status, updatedAt: theirs.updatedAt };
}

/** Whether there is anything of the device that this server has not heard in that session of its link. */
export function isUnheard({ heardIn, lamps }: DeviceState, session: number): boolean {
  return heardIn !== session || Object.values(lamps).some(({ saidIn }) => saidIn !== session);
}
