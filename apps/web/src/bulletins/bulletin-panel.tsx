import { useState } from 'react';
import { PaddedPart, Panel } from '../ui/panel.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { BulletinPill, BulletinSource, ReaderLine } from './bulletin-source.tsx';
import styles from './bulletins.module.css';
import { useLevels } from './bulletins.queries.ts';
import { DayLevels } from './day-levels.tsx';
import { HowBulletinsCome } from './how-bulletins-come.tsx';
import { useBulletinDays } from './use-bulletin-days.ts';

/** What the bulletins say of today and tomorrow, one's own zones first. */
export function BulletinPanel({ own, isAdmin }: { own: readonly string[]; isAdmin: boolean }) {
  const [search, setSearch] = useState('');
  const { today, tomorrow } = useBulletinDays();
  const chosen = { own, search };
  const { data: levels } = useLevels(today);
  return (
    <Panel padded={false} label="Il bollettino">
      <PaddedPart>
        <div className={styles.head}>
          <h2>Il bollettino</h2>
          <BulletinPill date={today} />
          <ReaderLine />
        </div>
        <div className={styles.days}>
          <DayLevels when="Oggi" date={today} chosen={chosen} />
          <DayLevels when="Domani" date={tomorrow} chosen={chosen} />
        </div>
        {levels?.bulletin === null ? (
          <HowBulletinsCome isAdmin={isAdmin} />
        ) : (
          <SearchInput
            label="Cerca una zona"
            placeholder="codice o nome, anche di un altro Comune"
            value={search}
            onChange={setSearch}
          />
        )}
      </PaddedPart>
      <BulletinSource date={today} />
    </Panel>
  );
}
