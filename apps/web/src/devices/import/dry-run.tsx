import { CSV_OUTCOMES, type CsvReport, type CsvRow } from '@semaforo/contract/api/device-csv';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/button.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PaddedPart, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Table } from '../../ui/table.tsx';
import { useFirstRows } from '../../ui/use-first-rows.ts';
import { UserText } from '../../ui/user-text.tsx';
import { countsOf, formatCount, OUTCOMES, reportCsv, whatOf } from './describe-import.ts';
import styles from './import.module.css';

type Shown = CsvRow['outcome'] | 'all';

/** What the table would do: the counts, and its lines, those with errors first. */
export function DryRun({ report }: { report: CsvReport }) {
  const counts = countsOf(report);
  const rows = [...headErrors(report), ...(report.rows ?? [])];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const [shown, setShown] = useState<Shown>('all');
  const found = shown === 'all' ? rows : rows.filter(({ outcome }) => outcome === shown);
  const chip = (of: Shown, label: string) => (
    <Button
      key={of}
      size="small"
      variant={shown === of ? 'solid' : 'outline'}
      aria-pressed={shown === of}
      onClick={() => setShown(of)}
    >
      {label}
    </Button>
  );

  return (
    <Panel label="Prova a vuoto" padded={false}>
      <PaddedPart>
        <div className={layoutStyles.stack}>
          <div className={`${layoutStyles.row} ${layoutStyles.wrap}`} role="status">
            <b>Prova a vuoto: nulla è stato salvato.</b>
            {CSV_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
              <Pill key={outcome} kind={OUTCOMES[outcome].pill}>
                {formatCount(outcome, counts[outcome])}
              </Pill>
            ))}
          </div>
          <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
            {chip('all', `Tutte ${wholeNumber(total)}`)}
            {CSV_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
              chip(outcome, `${OUTCOMES[outcome].many} ${wholeNumber(counts[outcome])}`),
            )}
            <Button
              variant="link"
              onClick={() => saveFile('prova-a-vuoto.csv', new Blob([reportCsv(rows)], { type: 'text/csv' }))}
            >
              Scarica il rapporto
            </Button>
          </div>
        </div>
      </PaddedPart>
      <RowsTable rows={found} />
      {rows.length < total && (
        <PaddedPart className="small muted">
          {wholeNumber(rows.length)} di {wholeNumber(total)} righe mostrate: prima gli errori, poi i cambi.
        </PaddedPart>
      )}
    </Panel>
  );
}

/** What is wrong with the table as a whole, or with a line that could not be read: no row speaks of it. */
function headErrors({ errors, rows = [] }: CsvReport): CsvRow[] {
  const refusedLines = new Set(rows.filter(({ outcome }) => outcome === 'error').map(({ line }) => line));
  const nothing = {
    name: '',
    topic: '',
    type: '',
    profile: '',
    latitude: '',
    longitude: '',
    username: '',
    changes: [],
  };
  return errors
    .filter(({ line }) => !refusedLines.has(line))
    .map(({ line, error }) => ({ ...nothing, line, outcome: 'error' as const, error }));
}

function RowsTable({ rows }: { rows: readonly CsvRow[] }) {
  const { shown, hiddenCount, showMore } = useFirstRows(rows);
  return (
    <>
      <Table caption="Righe della tabella" captionHidden>
        <thead>
          <tr>
            <th scope="col" data-cell="number">
              Riga
            </th>
            <th scope="col">Esito</th>
            <th scope="col">Nome</th>
            <th scope="col">Topic</th>
            <th scope="col">Comune</th>
            <th scope="col" data-cell="number">
              Coordinate
            </th>
            <th scope="col">Che cosa</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.line} ${row.topic}`} data-row={row.outcome === 'error' ? 'error' : undefined}>
              <td data-cell="number">{row.line}</td>
              <td>
                <Pill kind={OUTCOMES[row.outcome].pill}>{OUTCOMES[row.outcome].label}</Pill>
              </td>
              <td>
                <UserText>{row.name}</UserText>
              </td>
              <td className="mono">
                <UserText>{row.topic}</UserText>
              </td>
              <td>
                <UserText>{row.username}</UserText>
              </td>
              <td data-cell="number">
                {row.latitude === '' && row.longitude === '' ? '—' : `${row.latitude}; ${row.longitude}`}
              </td>
              <td className={row.outcome === 'error' ? styles.wrong : undefined}>
                <UserText>{whatOf(row)}</UserText>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {hiddenCount > 0 && (
        <PaddedPart>
          <Button variant="link" onClick={showMore}>
            Mostra altre righe ({wholeNumber(hiddenCount)})
          </Button>
        </PaddedPart>
      )}
    </>
  );
}
