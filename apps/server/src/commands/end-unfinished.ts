import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { CommandsRepository } from './commands.repository.ts';
import { advance, createAcceptedCommand, type Delivery } from './delivery.ts';

const REASON = 'Interrotto dal riavvio del server, esito non confermato';

/**
 * Ends what a former process left under way: nobody knows how far it got, so it is not sent again. Each becomes `scaduto`, which a later
 * report of the lamp still upgrades.
 */
export async function endUnfinished(options: {
  repository: Pick<CommandsRepository, 'listUnderWay' | 'saveChanges'>;
  directory: DeviceDirectory;
  states: DeviceStates;
  lanes: CommandLanes;
  clock: Clock;
}): Promise<void> {
  const unfinished = await options.repository.listUnderWay();
  const at = options.clock.now();
  await options.repository.saveChanges(
    unfinished.map(({ id }) => ({ id, state: 'scaduto', reason: REASON, at })),
  );
  const ended = unfinished.flatMap((stored): Delivery[] => {
    const device = stored.deviceId === null ? undefined : options.directory.findById(stored.deviceId);
    if (!device) return [];
    const { id, value, createdAt } = stored;
    const command = createAcceptedCommand(
      { id: stored.commandId, createdAt, deadlineAt: createdAt, value, patient: false },
      [{ id, device, value, messages: [] }],
    );
    // It may have been handed over: a report of the lamp may still be its confirmation.
    return command.deliveries.map((delivery) => {
      advance(delivery, 'scaduto', REASON);
      return { ...delivery, handedOverAt: createdAt };
    });
  });
  for (const { device } of ended) options.states.fail(device, REASON);
  options.lanes.remember(ended);
}
