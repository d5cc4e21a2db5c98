import type { CommandRequest } from './command-request.ts';
import type { CommandShares } from './command-shares.ts';
import { progressSentence } from './describe-progress.ts';

/** What was pressed, as the subject of a sentence: 'ROSSO', '«Ripristina»'. */
export function describeCommandRequest({ kind, value }: CommandRequest): string {
  if (kind === 'restore') return '«Ripristina»';
  return kind === 'retry' ? '«Riprova i falliti»' : (value ?? '').toUpperCase();
}

/** What the live region says: that a press is under way, else how far the last command is. */
export function spokenSentence(sending: CommandRequest | null, last: CommandShares | null): string {
  if (sending !== null) return `${describeCommandRequest(sending)} · invio in corso`;
  return last === null ? '' : progressSentence(last);
}
