import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { labelOf } from '@semaforo/contract/domain/label';
import { shownBy } from '@semaforo/contract/domain/lamps';
import { type LanternState, toggledLanternState } from '@semaforo/contract/domain/lantern-state';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Actor } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { SendCommand } from './send-command.ts';

export type ToggleResult = { device: string; state: LanternState | null; error: string | null };

const NOT_A_LANTERN = new Refusal('unprocessable', {
  code: 'not-a-lantern',
  message: 'Il dispositivo non è una lanterna',
});
const ALREADY_PENDING = new Refusal('conflict', {
  code: 'command-pending',
  message: 'La lanterna ha già un comando in attesa di conferma',
});

/**
 * Turns a lantern to the opposite of its confirmed state. Answers the state that it then shows, and the reason when
 * it did not obey.
 */
export function createToggleLantern(options: {
  directory: DeviceDirectory;
  states: DeviceStates;
  lanes: CommandLanes;
  sendCommand: SendCommand;
}) {
  const { directory, states } = options;
  const findLantern = (actor: Actor, deviceId: number): KnownDevice | Refusal => {
    const device = directory.findVisible(actor, deviceId);
    if (!device) return notFound();
    return device.type === 'lanterna' ? device : NOT_A_LANTERN;
  };
  return async (request: {
    actor: Actor;
    author: AuditAuthor;
    idempotencyKey: string | undefined;
    requestId?: string;
    /** Epoch milliseconds. */
    pressedAt: number;
    deviceId: number;
  }): Promise<ToggleResult | Refusal> => {
    const device = findLantern(request.actor, request.deviceId);
    if (device instanceof Refusal) return device;
    const value = toggledLanternState(shownBy(states.of(device.id).lamps));
    const result = await options.sendCommand({
      author: request.author,
      idempotencyKey: request.idempotencyKey,
      requestId: request.requestId,
      origin: 'interruttore',
      deviceType: 'lanterna',
      ...(request.actor.role === 'user' && { ownerId: request.actor.id }),
      whom: { kind: 'scelti', group: null },
      resolveTargets: () => {
        // Before its turn came the device may have become another, another's, or gone.
        const target = findLantern(request.actor, request.deviceId);
        if (target instanceof Refusal) return target;
        return options.lanes.isUnderWay(target.id) ? ALREADY_PENDING : [{ device: target, value }];
      },
      value,
      deadlineAt: request.pressedAt + CLICK_DEADLINE_MS,
    });
    if (result instanceof Refusal) return result;
    const shown = shownBy(states.of(device.id).lamps);
    return {
      device: labelOf(device),
      state: shown === 'acceso' || shown === 'spento' ? shown : null,
      error: result.results[0]?.error ?? null,
    };
  };
}
