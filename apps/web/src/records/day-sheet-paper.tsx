import type { DaySheet } from '@semaforo/contract/api/day-sheet';
import { counted } from '@semaforo/contract/domain/italian';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime, formatDay } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { Panel } from '../ui/panel.tsx';
import { UserText } from '../ui/user-text.tsx';
import { DaySheetTable } from './day-sheet-table.tsx';
import styles from './daysheet.module.css';
import { sheetTime } from './sheet-times.ts';

/** The sheet as it is shown and printed: whose day it is, of when, and its rows. */
export function DaySheetPaper({ sheet }: { sheet: DaySheet }) {
  const { comune, date, rows, whole_until: wholeUntil } = sheet;
  return (
    <div className={styles.paper}>
      <div className={styles.head}>
        <p className={styles.day}>{formatDay(date)}</p>
        <div>{comune === null ? 'Tutti i Comuni' : <UserText>{comune}</UserText>}</div>
        <p className="muted">
          {counted(rows.length, ['riga', 'righe'])}, dati del {formatDateTime(sheet.read_at)}
          <PrintedAt />
        </p>
        {wholeUntil !== null && (
          <p role="alert" className={styles.cut}>
            La giornata ha più di {counted(rows.length, ['riga', 'righe'])}: il foglio è completo solo fino
            alle {sheetTime(wholeUntil, sheet)}.
          </p>
        )}
      </div>
      <Panel padded={false}>
        {rows.length === 0 ? (
          <EmptyText next="Se il giorno è passato da molto, i dati possono essere già stati cancellati.">
            In questo giorno non è successo niente.
          </EmptyText>
        ) : (
          <DaySheetTable sheet={sheet} />
        )}
      </Panel>
      <p className="muted">
        Gli orari sono quelli di Roma. Le righe con PROVA sono prove delle lampade ed esercitazioni.
      </p>
    </div>
  );
}

/** Only on paper: when it was printed. */
function PrintedAt() {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    // The paper is drawn as soon as the listeners have returned.
    const note = () => flushSync(() => setNow(serverNow()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return <span className={styles.printed}>, stampato il {formatDateTime(now)}</span>;
}
