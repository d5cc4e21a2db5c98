import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { counted } from '@semaforo/contract/domain/italian';
import { useSyncExternalStore } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import type { CommandRequest } from './command-request.ts';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';

const DEADLINE_S = CLICK_DEADLINE_MS / 1000;
const UNCHANGED: Record<CommandRequest['kind'], string> = {
  color: 'Nessuna lampada è ancora cambiata.',
  retry: 'Nessuna di queste lampade è ancora cambiata.',
  restore: 'Nessuna lampada è ancora tornata indietro.',
};

/** A press that the server has not accepted yet: shown at once, so that silence is never taken for obedience. */
export function SendingStrip({ press, username }: { press: CommandRequest; username: string | undefined }) {
  const { kind, value, reached, pressedAt, startedAt } = press;
  const seconds = useSyncExternalStore(everySecond, () =>
    Math.min(DEADLINE_S, Math.max(0, Math.floor((performance.now() - startedAt) / 1000))),
  );
  return (
    <Strip
      edge="sending"
      label="Invio del comando"
      head={
        <>
          {kind === 'restore' ? <Icon name="undo" /> : <ColorTag status={value} as="requested" small />}
          <p className={styles.count}>
            {kind === 'restore' ? 'Ripristino · ' : <span className="sr"> · </span>}invio in corso
          </p>
          {kind === 'retry' && <Pill kind="wait">Riprova i falliti</Pill>}
          <span>
            {seconds} s di {DEADLINE_S}
          </span>
        </>
      }
      line={
        <p className={styles.by}>
          {UNCHANGED[kind]}{' '}
          {username !== undefined && (
            <>
              <b>{username}</b>,{' '}
            </>
          )}
          {formatTimeOfDay(pressedAt)}
          {reached !== null && ` · ${counted(reached, ['semaforo', 'semafori'])}`}.
        </p>
      }
    />
  );
}
