import type { ApiKey } from '@semaforo/contract/api/api-keys';
import { Age } from '../../platform/age.tsx';
import { formatInstant } from '../../platform/date-format.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from './api-keys.module.css';
import { useRevokeApiKey } from './api-keys.queries.ts';
import { scopeWords, unusedDays } from './key-words.ts';

type ApiKeyRowProps = { apiKey: ApiKey; onNotice: (notice: Toast) => void; onDone: () => void };

/** One key: its name, what it may, for which Comune, when it was last used and until when it is good. */
export function ApiKeyRow({ apiKey, onNotice, onDone }: ApiKeyRowProps) {
  const revoke = useRevokeApiKey({ onNotice, onDone });
  const { id, name, username, scopes, last_used: lastUsed, expires_at: expiresAt } = apiKey;
  const now = serverNow();
  const unused = unusedDays(apiKey, now);
  return (
    <tr>
      <td data-l="Nome">
        <b>
          <UserText>{name}</UserText>
        </b>
      </td>
      <td data-l="Può">
        <span className={styles.scopes}>
          {scopeWords(apiKey).map((words, index) => (
            <span key={scopes[index]} className={styles.scope} data-commands={scopes[index] === 'command'}>
              {words}
            </span>
          ))}
        </span>
      </td>
      <td data-l="Comune">
        <UserText>{username}</UserText>
      </td>
      <td data-l="Ultimo uso">
        {lastUsed !== null && <Age since={lastUsed} />}
        {lastUsed === null && unused === undefined && 'mai usata'}
        {unused !== undefined && <b className={styles.unused}>mai usata, da {unused} giorni</b>}
      </td>
      <td data-l="Scade">{expiresAt === null ? 'mai' : <Expiry at={expiresAt} now={now} />}</td>
      <td data-l="">
        <ConfirmButton
          label="Revoca"
          variant="danger"
          size="small"
          aria-label={`Revoca ${name}`}
          busy={revoke.isPending}
          question="Revocare la chiave?"
          confirmLabel="Revoca"
          cancelLabel="Annulla"
          onConfirm={() => revoke.mutate(id)}
        >
          <UserText>{name}</UserText>
          <p className="small">Da subito il programma che la usa non entra più.</p>
        </ConfirmButton>
      </td>
    </tr>
  );
}

function Expiry({ at, now }: { at: string; now: number }) {
  if (Date.parse(at) <= now) return <b className={styles.unused}>scaduta</b>;
  return formatInstant(at, now);
}
