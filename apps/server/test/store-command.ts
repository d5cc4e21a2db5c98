import { randomUUID } from 'node:crypto';
import type { CommandsRepository } from '../src/commands/commands.repository.ts';
import { ClaimLostError } from '../src/commands/executed-schedule.ts';
import type { CommandIntent } from '../src/commands/store-intents.ts';

/** Stores one command under a key of its own; rejects with the ClaimLostError that came in its place. */
export async function storeCommand(
  commands: Pick<CommandsRepository, 'storeAll'>,
  intent: Omit<CommandIntent, 'key'>,
) {
  const [stored] = await commands.storeAll([{ key: randomUUID(), ...intent }]);
  if (stored === undefined || stored instanceof ClaimLostError) throw stored ?? new Error('nothing stored');
  return stored;
}
