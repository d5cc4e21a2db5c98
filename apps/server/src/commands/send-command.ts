import type { CommandResult } from '@semaforo/contract/api/commands';
import { labelOf } from '@semaforo/contract/domain/label';
import type { CommandAccepted } from '@semaforo/contract/live/events';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import { Refusal } from '../platform/refusal.ts';
import { TooLateError, within } from '../platform/within.ts';
import type { AcceptCommand } from './accept-command.ts';
import type { CommandRequest } from './command-request.ts';
import { type TrackedDelivery, untilEnded } from './tracked-delivery.ts';

/** The confirmation window runs from the moment when a message is handed over, just after the command is accepted. */
export const ANSWER_GRACE_MS = 250;
/** A commit takes milliseconds; one that takes this long waits for a database that is not there. */
const STORE_WITHIN_MS = 10_000;

/**
 * Sends a command and waits for it. Resolves to the results when all deliveries have ended, or when the confirmation
 * window is over.
 */
export type SendCommand = (request: ClickedCommand) => Promise<CommandResult | Refusal>;

/** A command that an operator asks for. `idempotencyKey`: the header of that request, if it had one. */
export type ClickedCommand = CommandRequest & { idempotencyKey: string | undefined };

export const BROKER_DOWN = new Refusal('unavailable', {
  code: 'broker-unreachable',
  message: 'Broker non raggiungibile: il comando non è stato inviato',
});

const NOT_STORED = new Refusal('unavailable', {
  code: 'outcome-not-stored',
  message: 'Comando inviato, ma il suo esito non è ancora registrato: guarda le lampade',
  acted: true,
});

export function createSendCommand(options: {
  acceptCommand: AcceptCommand;
  link: Pick<BrokerLink, 'status' | 'probe'>;
  /** Resolves when all so far is stored that the answer may speak of. */
  stored: () => Promise<void>;
  /** Called for a request that had an `Idempotency-Key`, long before it is answered. */
  onAccepted: (authorId: number, accepted: CommandAccepted) => void;
  confirmMs: number;
}): SendCommand {
  return async (request) => {
    if (!options.link.status().connected) return BROKER_DOWN;
    // It answers while the command is stored.
    options.link.probe();
    const command = await options.acceptCommand(request);
    if (command instanceof Refusal) return command;
    const { author, idempotencyKey } = request;
    if (author.id !== null && idempotencyKey !== undefined) {
      options.onAccepted(author.id, { commandId: command.id, idempotencyKey });
    }
    await untilEnded(command, options.confirmMs + ANSWER_GRACE_MS);
    if (!(await isStoredInTime(options.stored()))) return NOT_STORED;
    return {
      commandId: command.id,
      results: command.deliveries.map((delivery) => ({
        device: labelOf(delivery.device),
        error: errorOf(delivery),
      })),
    };
  };
}

/** A database that hangs must not hold the answer for good: then nothing is said of the outcome. */
async function isStoredInTime(stored: Promise<void>): Promise<boolean> {
  try {
    await within(STORE_WITHIN_MS, stored);
    return true;
  } catch (error) {
    if (error instanceof TooLateError) return false;
    throw error;
  }
}

function errorOf(delivery: TrackedDelivery): string | null {
  if (delivery.state === 'confermato') return null;
  return delivery.reason ?? 'Comando non ancora confermato';
}
