import type { Client } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';

const WITHIN_MS = 240_000;

/** An open page that follows the commands of its user. */
export type FollowedCommands = {
  /**
   * Resolves once the command has ended for every device, to what it says of those that did not confirm. Rejects after
   * minutes.
   */
  untilEnded: (commandId: number) => Promise<readonly string[]>;
  /** When it was told of progress, by `performance.now()`. */
  readonly progressAt: number[];
  close: () => void;
};

type Followed = { total: number; confirmed: number; failures: string[] };

export function followCommands(origin: string, { token = '' }: Pick<Client, 'token'>): FollowedCommands {
  const socket = openLiveSocket({ origin, token, batch: true });
  const commands = new Map<number, Followed>();
  const progressAt: number[] = [];
  let changed = () => {};
  socket.on('command_progress', (progress) => {
    progressAt.push(performance.now());
    for (const { commandId, total, deliveries } of progress) {
      const command = commands.get(commandId) ?? { total, confirmed: 0, failures: [] };
      commands.set(commandId, command);
      for (const { state, device, reason } of deliveries) {
        if (state === 'confermato') command.confirmed += 1;
        else if (state !== 'accettato' && state !== 'inviato')
          command.failures.push(`${device} ${state}: ${reason}`);
      }
    }
    changed();
  });
  return {
    untilEnded: (commandId) =>
      new Promise((resolve, reject) => {
        const finish = (end: () => void) => {
          clearTimeout(timer);
          changed = () => {};
          end();
        };
        const check = () => {
          const command = commands.get(commandId);
          if (!command || command.confirmed + command.failures.length < command.total) return;
          finish(() => resolve(command.failures));
        };
        const timer = setTimeout(
          () => finish(() => reject(new Error(`not in time: ${JSON.stringify(commands.get(commandId))}`))),
          WITHIN_MS,
        );
        changed = check;
        check();
      }),
    progressAt,
    close: () => void socket.close(),
  };
}
