import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import type { ReactNode } from 'react';
import type { WholeCommand } from '../api/last-command.ts';
import { capitalised } from '../lamps/color-labels.ts';
import { formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';

type Authored = Pick<WholeCommand, 'origin' | 'value' | 'username' | 'approvedBy' | 'createdAt'>;

/** Who gave a command and when: 'Chiesto da valdombra alle 20:33:12', or by which schedule. */
export function Author({
  command,
  lowerCase = false,
}: {
  command: Authored;
  lowerCase?: boolean;
}): ReactNode {
  const { origin, username, approvedBy, createdAt } = command;
  const at = formatInstant(createdAt, serverNow());
  const isPlanned = origin === 'pianificazione';
  const verb = verbOf(command);
  return (
    <>
      {lowerCase ? verb.toLowerCase() : verb} <b>{username}</b>
      {isPlanned ? `, partito ${at}` : ` ${at}`}
      {approvedBy !== undefined && (
        <>
          , confermato da <b>{approvedBy}</b>
        </>
      )}
    </>
  );
}

function verbOf({ origin, value }: Authored): string {
  if (origin === 'pianificazione') return 'Pianificato da';
  if (origin === 'riaffermazione') return 'Riacceso da';
  if (origin !== 'allerta') return 'Chiesto da';
  return isSignalColor(value) ? `${capitalised(ALERT_LABELS[value])} di` : 'Fine di un’allerta,';
}
