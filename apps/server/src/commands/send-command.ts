import type { CommandResult } from '@semaforo/contract/api/commands';
import { labelOf } from '@semaforo/contract/domain/label';
import type { CommandAccepted } from '@semaforo/contract/live/events';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AcceptCommand, CommandRequest } from './accept-command.ts';
import { type TrackedDelivery, untilEnded } from './tracked-delivery.ts';

/** The confirmation window runs from the moment when a message is handed over, just after the command is accepted. */
const ANSWER_GRACE_MS = 250;

/**
 * Sends a command and waits for it. Resolves to the results when all deliveries have ended, or when the confirmation
 * window is over.
 */
export type SendCommand = (request: ClickedCommand) => Promise<CommandResult | Refusal>;

/** A command that an operator asks for. `idempotencyKey`: the header of that request, if it had one. */
export type ClickedCommand = CommandRequest & { idempotencyKey: string | undefined };

const BROKER_DOWN = new Refusal('unavailable', {
  code: 'broker-unreachable',
  message: 'Broker non raggiungibile: il comando non è stato inviato',
});

export function createSendCommand(options: {
  acceptCommand: AcceptCommand;
  link: Pick<BrokerLink, 'status'>;
  /** Resolves when all changes of deliveries so far are stored. */
  storeProgress: () => Promise<void>;
  /** Called for a request that had an `Idempotency-Key`, long before it is answered. */
  onAccepted: (authorId: number, accepted: CommandAccepted) => void;
  confirmMs: number;
}): SendCommand {
  return async (request) => {
    if (!options.link.status().connected) return BROKER_DOWN;
    const command = await options.acceptCommand(request);
    if (command instanceof Refusal) return command;
    const { author, idempotencyKey } = request;
    if (author.id !== null && idempotencyKey !== undefined) {
      options.onAccepted(author.id, { commandId: command.id, idempotencyKey });
    }
    await untilEnded(command, options.confirmMs + ANSWER_GRACE_MS);
    await options.storeProgress();
    return {
      commandId: command.id,
      results: command.deliveries.map((delivery) => ({
        device: labelOf(delivery.device),
        error: errorOf(delivery),
      })),
    };
  };
}

function errorOf(delivery: TrackedDelivery): string | null {
  if (delivery.state === 'confermato') return null;
  return delivery.reason ?? 'Comando non ancora confermato';
}
