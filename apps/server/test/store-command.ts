import type { CommandIntent, CommandsRepository } from '../src/commands/commands.repository.ts';
import { ClaimLostError } from '../src/commands/executed-schedule.ts';

/** Stores one command; rejects with the ClaimLostError that came in its place. */
export async function storeCommand(commands: Pick<CommandsRepository, 'storeAll'>, intent: CommandIntent) {
  const [stored] = await commands.storeAll([intent]);
  if (stored === undefined || stored instanceof ClaimLostError) throw stored ?? new Error('nothing stored');
  return stored;
}
