import { useState } from 'react';
import { Link } from 'react-router';
import { ComuneSelect } from '../commands/comune-select.tsx';
import { useDaySheet } from '../records/day-sheet.queries.ts';
import { DaySheetControls } from '../records/day-sheet-controls.tsx';
import { DaySheetPaper } from '../records/day-sheet-paper.tsx';
import { HandoverButton } from '../records/handovers.tsx';
import { useRomeMinute } from '../scheduling/use-rome-minute.ts';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { useUsers } from '../users/admin-users.queries.ts';
import { useCurrentUser } from '../users/users.queries.ts';

/** What happened on one day, to read and to print. */
export function DaySheetScreen() {
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const { today } = useRomeMinute();
  const [date, setDate] = useState(today);
  const [userId, setUserId] = useState<number>();
  const choice = { date, userId };
  const sheet = useDaySheet(choice);
  return (
    <div className={layoutStyles.stack}>
      <nav aria-label="Percorso">
        <Link to="/history">Storico Comandi</Link>
      </nav>
      <div className={layoutStyles.head}>
        <h1>Foglio del giorno</h1>
        <HandoverButton />
      </div>
      <DaySheetControls
        choice={choice}
        today={today}
        comune={isAdmin && <ComuneChoice userId={userId} onChoose={setUserId} />}
        canPrint={sheet.data !== undefined}
        isReading={sheet.isFetching}
        onDate={setDate}
        onRefresh={() => void sheet.refetch()}
      />
      {sheet.isPending && <Loading label="Lettura del foglio" blocks={8} />}
      {sheet.isLoadingError && (
        <FailedRead
          sentence="Il foglio del giorno non si è caricato."
          retryLabel="Riprova"
          onRetry={() => void sheet.refetch()}
        />
      )}
      {sheet.isRefetchError && (
        <p role="alert">Il foglio non si è aggiornato: le righe sono quelle dell’ora indicata.</p>
      )}
      {sheet.data && <DaySheetPaper sheet={sheet.data} />}
    </div>
  );
}

function ComuneChoice(props: { userId: number | undefined; onChoose: (id: number | undefined) => void }) {
  const comuni = (useUsers().data ?? []).filter(({ role }) => role === 'user');
  return (
    <ComuneSelect
      comuni={comuni}
      chosen={props.userId ?? null}
      onChoose={(id) => props.onChoose(id ?? undefined)}
    />
  );
}
