import type { DaySheet, DaySheetRow } from '@semaforo/contract/api/day-sheet';
import { describeLasted } from '@semaforo/contract/domain/day-sheet-rows';
import { capitalised } from '../lamps/color-labels.ts';
import { formatDay } from '../platform/date-format.ts';
import { Table } from '../ui/table.tsx';
import { TestTag } from '../ui/test-tag.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './daysheet.module.css';
import { sheetTime } from './sheet-times.ts';

const HEADS = ['Inizio', 'Fine', 'Durata', 'Tipo', 'Che cosa', 'Su che cosa', 'Esito', 'Chi'] as const;

/** What happened, in order of time. */
export function DaySheetTable({ sheet }: { sheet: DaySheet }) {
  return (
    <Table caption={`Fatti di ${formatDay(sheet.date)}`} captionHidden tight className={styles.table}>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a sheet do not change places
          <Row key={index} row={row} sheet={sheet} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, sheet }: { row: DaySheetRow; sheet: DaySheet }) {
  const { at, until, kind, test, what, whom, outcome } = row;
  return (
    <tr>
      <td data-l="Inizio" className={styles.when}>
        {sheetTime(at, sheet)}
      </td>
      <td data-l="Fine" className={styles.when} data-none={until === null || undefined}>
        {until === null ? '–' : sheetTime(until, sheet)}
      </td>
      <td data-l="Durata" data-none={describeLasted(row) === '' || undefined}>
        {describeLasted(row) || '–'}
      </td>
      <td data-l="Tipo">
        <span>
          {capitalised(kind)} {test && <TestTag />}
        </span>
      </td>
      <td data-l="Che cosa" className={styles.words}>
        {what}
      </td>
      <td data-l="Su che cosa" className={styles.words}>
        {whom || '–'}
      </td>
      <td data-l="Esito" className={styles.words}>
        {outcome}
      </td>
      <td data-l="Chi" className={styles.words} data-none={row.author === null || undefined}>
        <Who row={row} />
      </td>
    </tr>
  );
}

function Who({ row: { author, approved_by: second } }: { row: DaySheetRow }) {
  if (author === null) return '–';
  return (
    <span>
      <UserText>{author}</UserText>
      {second !== null && (
        <>
          , con <UserText>{second}</UserText>
        </>
      )}
    </span>
  );
}
