import type { Kiosk } from '@semaforo/contract/api/kiosks';
import { Age } from '../../platform/age.tsx';
import { formatInstant } from '../../platform/date-format.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from '../sessions.module.css';
import { useRevokeKiosk } from './kiosks.queries.ts';

type KioskRowProps = { wall: Kiosk; onNotice: (notice: Toast) => void; onDone: () => void };

/** One wall in words: what it is called, whose lamps it shows, when it was last on. */
export function KioskRow({ wall, onNotice, onDone }: KioskRowProps) {
  const revoke = useRevokeKiosk({ onNotice, onDone });
  const { id, name, username, created_at: createdAt, last_seen: lastSeen } = wall;
  return (
    <li>
      <Icon name="laptop" />
      <div className={styles.words}>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        <p className="muted">
          vede come <bdi>{username}</bdi> · creato {formatInstant(createdAt, serverNow())} ·{' '}
          <strong>
            {lastSeen === null ? (
              'mai aperto'
            ) : (
              <>
                usato <Age since={lastSeen} />
              </>
            )}
          </strong>
        </p>
      </div>
      <ConfirmButton
        label="Revoca"
        variant="danger"
        aria-label={`Revoca ${name}`}
        busy={revoke.isPending}
        question="Revocare lo schermo?"
        confirmLabel="Revoca"
        cancelLabel="Annulla"
        onConfirm={() => revoke.mutate(id)}
      >
        <UserText>{name}</UserText>
        <p className="small">
          Entro 1 s non mostra più niente; per riaccenderlo serve un collegamento nuovo.
        </p>
      </ConfirmButton>
    </li>
  );
}
