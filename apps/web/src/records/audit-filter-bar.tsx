import type { AuditSummary } from '@semaforo/contract/api/audit';
import { formFor, wholeNumber } from '@semaforo/contract/domain/italian';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import styles from './audit.module.css';
import { readAuditCsv } from './audit.queries.ts';
import { type AuditFilter, isFiltering, NO_FILTER } from './audit-filter.ts';

type AuditFilterBarProps = {
  filter: AuditFilter;
  summary: AuditSummary | undefined;
  onFilter: (filter: AuditFilter) => void;
};

/** Text, days and outcome by which the rows are filtered, what that hides, and the file for a spreadsheet. */
export function AuditFilterBar({ filter, summary, onFilter }: AuditFilterBarProps) {
  const change = (changes: Partial<AuditFilter>) => onFilter({ ...filter, ...changes });
  return (
    <Panel label="Filtro">
      <div className={styles.filter}>
        <div className={styles.search}>
          <SearchInput
            label="Cerca"
            placeholder="Utente, azione, dispositivo"
            value={filter.text}
            onChange={(text) => change({ text })}
          />
        </div>
        <TextInput
          label="Da"
          type="date"
          value={filter.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextInput
          label="A"
          type="date"
          value={filter.to}
          onChange={({ target }) => change({ to: target.value })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: chips are buttons, not the fields of a fieldset */}
        <div className={styles.chips} role="group" aria-label="Esito">
          <Chip pressed={!filter.failed} onClick={() => change({ failed: false })}>
            Tutte {summary && wholeNumber(summary.matching)}
          </Chip>
          <Chip kind="error" pressed={filter.failed} onClick={() => change({ failed: true })}>
            <Icon name="alert" small />
            Rifiutate o fallite {summary && wholeNumber(summary.failed)}
          </Chip>
        </div>
        <AuditExport filter={filter} />
      </div>
      {summary && (
        <p className={styles.shown}>
          <ShownRows filter={filter} summary={summary} />
          {isFiltering(filter) && (
            <Button variant="link" onClick={() => onFilter(NO_FILTER)}>
              Togli il filtro
            </Button>
          )}
        </p>
      )}
    </Panel>
  );
}

function ShownRows({ filter, summary }: { filter: AuditFilter; summary: AuditSummary }) {
  const shown = filter.failed ? summary.failed : summary.matching;
  const hidden = summary.total - shown;
  return (
    <span role="status">
      {formFor(shown, ['Mostrata', 'Mostrate'])} <b>{wholeNumber(shown)}</b>{' '}
      {formFor(shown, ['riga', 'righe'])}
      {hidden > 0 && (
        <>
          ; <b>{wholeNumber(hidden)}</b> {formFor(hidden, ['nascosta', 'nascoste'])} dal filtro
        </>
      )}
      .
    </span>
  );
}

/** Saves the rows of the filter as a file. */
function AuditExport({ filter }: { filter: AuditFilter }) {
  const reading = useMutation({
    mutationFn: () => readAuditCsv(filter),
    onSuccess: (file) => saveFile('registro.csv', file),
  });
  return (
    <div className={styles.export}>
      <Button
        variant="outline"
        aria-disabled={reading.isPending}
        onClick={() => {
          if (!reading.isPending) reading.mutate();
        }}
      >
        <Icon name="download" small />
        {reading.isPending ? 'Lettura in corso…' : 'CSV'}
      </Button>
      {reading.isError && <p role="alert">Il file non si è scaricato.</p>}
    </div>
  );
}
