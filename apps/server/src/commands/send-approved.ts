import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ExecuteApproved } from './second-person.port.ts';
import type { SendCommand } from './send-command.ts';

const NO_DEVICES = new Refusal('conflict', {
  code: 'no-devices',
  message: 'Nessuno dei dispositivi della richiesta si può più comandare',
});

/**
 * Sends a command that a second person has approved (docs/rules.md#second-person). The age of the click is that of the
 * second press. Devices that one of the two sees no more are left out.
 */
export function createSendApproved(options: {
  directory: DeviceDirectory;
  sendCommand: SendCommand;
}): ExecuteApproved {
  const { directory } = options;
  return ({ asker, address, deviceIds, whom, value }, by) =>
    options.sendCommand({
      author: { id: asker.id, username: asker.username, address },
      approvedBy: by.actor.username,
      idempotencyKey: undefined,
      requestId: by.requestId,
      origin: 'operatore',
      deviceType: 'semaforo',
      whom,
      value,
      resolveTargets: () => {
        const both = deviceIds.filter((id) => directory.findVisible(by.actor, id));
        const devices = both.flatMap((id) => directory.findVisible(asker, id) ?? []);
        return devices.length === 0 ? NO_DEVICES : devices.map((device) => ({ device, value }));
      },
      deadlineAt: by.pressedAt + CLICK_DEADLINE_MS,
    });
}
