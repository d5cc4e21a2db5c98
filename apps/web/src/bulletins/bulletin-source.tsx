import { Age } from '../platform/age.tsx';
import { formatDateTime, formatTimeOfDay } from '../platform/date-format.ts';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import styles from './bulletins.module.css';
import { useBulletinReader, useLevels } from './bulletins.queries.ts';

/** Whether the bulletin that holds today was read, is too old or is missing. */
export function BulletinPill({ date }: { date: string }) {
  const { data } = useLevels(date);
  if (!data) return null;
  if (data.bulletin === null) return <Pill kind="unknown">Non disponibile</Pill>;
  return data.bulletin.stale ? <Pill kind="stale">Non aggiornato</Pill> : <Pill kind="ok">Letto</Pill>;
}

/** The source of what is shown, when it was issued and how old it is. */
export function BulletinSource({ date }: { date: string }) {
  const { data } = useLevels(date);
  if (!data?.bulletin) return null;
  const { name, issued_at: issuedAt } = data.bulletin;
  return (
    <p className={styles.source}>
      <Icon name="document" small />
      <span>
        {name}, emesso il <b>{formatDateTime(issuedAt)}</b>
      </span>
      <b>
        <Age since={issuedAt} />
      </b>
      <span className="muted">oltre 30 h diventa «Non aggiornato»</span>
    </p>
  );
}

/** When the network is read next, or what was wrong with the last reading. */
export function ReaderLine() {
  const { data: reader } = useBulletinReader();
  if (!reader) return null;
  if (!reader.enabled) {
    return <p className={styles.reader}>Lettura dalla rete non attiva: i bollettini si caricano a mano.</p>;
  }
  return (
    <div className={styles.reader}>
      {reader.next_try_at !== null && <p>Prossima lettura alle {formatTimeOfDay(reader.next_try_at)}</p>}
      {reader.failure !== null && (
        <p>
          <Pill kind="err">Ultima lettura fallita</Pill> {reader.failure}
        </p>
      )}
    </div>
  );
}
