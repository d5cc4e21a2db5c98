import { planRoutes } from '@semaforo/contract/api/plans';
import { scheduleRoutes } from '@semaforo/contract/api/schedules';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import type { createCommandsModule } from './commands/commands.module.ts';
import type { Decision, ExecuteApproved } from './commands/decide-approval.ts';
import type { DeviceDirectory } from './devices/device-directory.ts';
import { Refusal } from './platform/refusal.ts';
import type { createPlansModule } from './scheduling/plans.module.ts';
import type { createSchedulesModule } from './scheduling/schedules.module.ts';

const NO_DEVICES = new Refusal('conflict', {
  code: 'no-devices',
  message: 'Nessuno dei dispositivi della richiesta si può più comandare',
});

type Approved = Parameters<ExecuteApproved>[0];

/** Does what a second person has approved, as if the first had asked for it now (docs/rules.md#second-person). */
export function createExecuteApproved(modules: {
  directory: DeviceDirectory;
  sendCommand: (
    request: Parameters<ReturnType<typeof createCommandsModule>['send']>[0],
  ) => Promise<Refusal | object>;
  createSchedule: ReturnType<typeof createSchedulesModule>['create'];
  createPlan: ReturnType<typeof createPlansModule>['createApproved'];
}): ExecuteApproved {
  const { directory } = modules;

  /** The age of the click is that of the second press. Devices that one of the two sees no more are left out. */
  const send = ({ asker, address, deviceIds, whom, value }: Approved, by: Decision) =>
    modules.sendCommand({
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

  return async (approval, by) => {
    const outcome = await doIt(approval, by);
    return outcome instanceof Refusal ? outcome : undefined;
  };

  function doIt(approval: Approved, by: Decision): Promise<unknown> {
    const { asker, address, request } = approval;
    switch (approval.kind) {
      case 'comando':
        return send(approval, by);
      case 'pianificazione':
        return modules.createSchedule(scheduleRoutes.createSchedule.body.parse(request), {
          ...{ actor: asker, address: address ?? '', approved: true },
        });
      case 'piano': {
        const author = { id: asker.id, username: asker.username, address };
        return modules.createPlan(planRoutes.createPlan.body.parse(request), asker, author);
      }
    }
  }
}
