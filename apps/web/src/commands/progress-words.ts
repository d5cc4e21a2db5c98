import { counted } from '@semaforo/contract/domain/italian';
import type { CommandShares, ShareState } from './command-shares.ts';

const WORDS: Record<ShareState, [one: string, more: string]> = {
  confirmed: ['confermato', 'confermati'],
  failed: ['fallito', 'falliti'],
  superseded: ['superato', 'superati'],
  waiting: ['in attesa', 'in attesa'],
};

/** '1 fallito', '2 falliti', '3 in attesa'. */
export function shareCountInWords(state: ShareState, count: number): string {
  return counted(count, WORDS[state]);
}

/** '9 di 12 confermati, 2 falliti': the progress as one sentence. */
export function progressSentence({ confirmed, failed, total }: CommandShares): string {
  const failures = failed.length === 0 ? '' : `, ${shareCountInWords('failed', failed.length)}`;
  return `${confirmed.length} di ${total} confermati${failures}`;
}
