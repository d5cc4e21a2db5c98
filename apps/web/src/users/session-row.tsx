import type { SessionRecord } from '@semaforo/contract/api/users';
import { Age } from '../platform/age.tsx';
import { formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import type { Toast } from '../ui/toast.tsx';
import styles from './sessions.module.css';
import { useEndSession } from './sessions.queries.ts';

const DEVICES: Record<SessionRecord['device'], { name: string; icon: IconName }> = {
  computer: { name: 'Computer', icon: 'laptop' },
  phone: { name: 'Telefono', icon: 'phone' },
  program: { name: 'Programma', icon: 'chip' },
};

type SessionRowProps = {
  session: SessionRecord;
  onNotice: (notice: Toast) => void;
  onDone: () => void;
};

/** One open session in words; all but the one of this page can be ended. */
export function SessionRow({ session, onNotice, onDone }: SessionRowProps) {
  const ending = useEndSession({ onNotice, onDone });
  const { device, browser, address, current } = session;
  const name = nameOf(session);
  return (
    <li>
      <Icon name={DEVICES[device].icon} />
      <div className={styles.words}>
        <strong>{name}</strong>
        <p className="muted">
          {device === 'program' ? '' : `${browser} · `}
          {address} · aperta {formatInstant(session.created_at, serverNow())} ·{' '}
          {current ? (
            <>attiva adesso · scade {formatInstant(session.expires_at, serverNow())}</>
          ) : (
            <strong>
              <Age since={session.last_seen} />
            </strong>
          )}
        </p>
      </div>
      {current ? (
        <Pill kind="ok">Questa</Pill>
      ) : (
        <Button
          variant={session.known ? 'outline' : 'danger'}
          aria-label={`Chiudi ${name}, ${browser}, ${address}`}
          aria-disabled={ending.isPending}
          onClick={() => !ending.isPending && ending.mutate(session.id)}
        >
          Chiudi
        </Button>
      )}
    </li>
  );
}

function nameOf({ device, known, current }: SessionRecord): string {
  const { name } = DEVICES[device];
  if (current) return `Questo ${name.toLowerCase()}`;
  return known || device === 'program' ? name : `${name} non riconosciuto`;
}
