import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { stoppedBy } from '@semaforo/contract/domain/device/delivery-reasons';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { LateAudit } from '../database/late-audit.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { COMMAND_TOO_OLD, notFound, Refusal } from '../platform/refusal.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { createReadCommand } from './read-command.ts';

const NOTHING_TO_STOP = new Refusal('conflict', {
  code: 'nothing-to-stop',
  message: 'L’invio è già finito: non c’è più niente da fermare',
});

/**
 * 'Ferma l'invio': what was not handed to the broker yet ends as `annullato`, of the devices that the user may see. A
 * message that was handed over cannot be taken back. Resolves to how many devices are left as they were.
 */
export function createStopCommand(options: {
  audit: Pick<LateAudit, 'append'>;
  lanes: Pick<CommandLanes, 'listUnsent' | 'withdraw'>;
  readCommand: Pick<ReturnType<typeof createReadCommand>, 'isVisible'>;
  clock: Clock;
}) {
  return async (request: {
    actor: Actor;
    author: AuditAuthor;
    /** Epoch milliseconds. */
    pressedAt: number;
    commandId: number;
  }): Promise<{ stopped: number } | Refusal> => {
    const { actor, author, commandId } = request;
    const at = options.clock.now();
    if (at >= request.pressedAt + CLICK_DEADLINE_MS) return COMMAND_TOO_OLD;
    const unsent = options.lanes.listUnsent(commandId).filter(({ device }) => maySee(actor, device.ownerId));
    if (unsent.length === 0) {
      return (await options.readCommand.isVisible(actor, commandId)) ? NOTHING_TO_STOP : notFound();
    }
    // From here on nothing of it is sent, whatever becomes of the row.
    options.lanes.withdraw(unsent, stoppedBy(author.username));
    await options.audit.append({
      at,
      author,
      action: 'commands.stop',
      target: `command:${commandId}`,
      after: { devices: unsent.length },
    });
    return { stopped: unsent.length };
  };
}
