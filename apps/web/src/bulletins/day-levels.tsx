import type { ZoneLevelRecord } from '@semaforo/contract/api/bulletins';
import { useId } from 'react';
import { formatDay } from '../platform/date-format.ts';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import styles from './bulletins.module.css';
import { useLevels } from './bulletins.queries.ts';
import { ZoneLevel } from './zone-level.tsx';

/** Which zones are shown: one's own by their codes, or by a search those whose code or name contain the text. */
type ChosenZones = { own: readonly string[]; search: string };

const NO_RISKS = { idraulico: null, temporali: null, idrogeologico: null };

/** The zones of a day. `when`: 'Oggi' or 'Domani'. */
export function DayLevels(props: { when: string; date: string; chosen: ChosenZones }) {
  const { when, date, chosen } = props;
  const levels = useLevels(date);
  const id = useId();
  const shown = zonesShown(levels.data?.zones ?? [], chosen);
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h3 id={id}>
        {when}, {formatDay(date)}
      </h3>
      {levels.isPending && <Loading label="Lettura dei livelli" />}
      {levels.isLoadingError && (
        <FailedRead
          sentence="I livelli non si sono caricati."
          retryLabel="Riprova"
          onRetry={() => void levels.refetch()}
        />
      )}
      {levels.data && (
        <>
          {levels.data.bulletin === null && (
            <p className={styles.none}>
              <b>Non disponibile.</b> Nessun bollettino parla di questo giorno. Le lampade non cambiano.
            </p>
          )}
          {levels.data.bulletin?.stale === true && (
            <p className={styles.none}>
              <b>Non aggiornato.</b> Il bollettino ha più di 30 ore.
            </p>
          )}
          <ul className={styles.zones}>
            {shown.map((level) => (
              <ZoneLevel key={level.zone ?? level.name} level={level} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The zones to show, one's own first. An own zone that is not among them has no level, and is shown all the same. */
function zonesShown(levels: readonly ZoneLevelRecord[], { own, search }: ChosenZones): ZoneLevelRecord[] {
  const ofOwn = own.map(
    (code) =>
      levels.find(({ zone }) => zone === code) ?? { zone: code, name: '', color: null, risks: NO_RISKS },
  );
  const sought = search.trim().toLowerCase();
  if (sought === '') return ofOwn;
  return levels.filter(({ zone, name }) => `${zone ?? ''} ${name}`.toLowerCase().includes(sought));
}
