import type { ReactNode } from 'react';
import type { WholeCommand } from '../api/last-command.ts';
import { formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';

type Authored = Pick<WholeCommand, 'origin' | 'username' | 'approvedBy' | 'createdAt'>;

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
  const verb = isPlanned ? 'Pianificato da' : 'Chiesto da';
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
