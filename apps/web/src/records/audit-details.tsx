import type { AuditEntry } from '@semaforo/contract/api/audit';
import { UserText } from '../ui/user-text.tsx';
import styles from './audit.module.css';
import { changesOf } from './audit-subject.ts';

/** The values before and after an act, and the row's seal, unfolded by a click. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <details className={styles.details}>
      <summary>Dettagli</summary>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== undefined && (
                <del>
                  <UserText>{before}</UserText>
                </del>
              )}
              {before !== undefined && after !== undefined && ' → '}
              {after !== undefined && (
                <ins>
                  <UserText>{after}</UserText>
                </ins>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>Riga</dt>
          <dd>
            {entry.id}, {entry.action}
            {entry.target !== null && ` ${entry.target}`}
          </dd>
        </div>
        <div>
          <dt>Sigillo</dt>
          <dd className="mono">{entry.seal ?? 'fra un attimo'}</dd>
        </div>
      </dl>
    </details>
  );
}
