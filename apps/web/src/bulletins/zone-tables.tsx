import type { ZoneCsvReport } from '@semaforo/contract/api/zones';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Field } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { describeComuniTable } from './describe-comuni-table.ts';
import { readZoneCsv, useImportZones, usePutBuiltInZones, useZones } from './zones.queries.ts';

const TABLES = [
  { table: 'exportZones', file: 'zone.csv', label: 'Esporta le zone' },
  { table: 'exportComuni', file: 'zone_comuni.csv', label: 'Esporta i Comuni' },
] as const;

/** Imports and exports the tables of zones and Comuni. What an import would do is shown before it is done. */
export function ZoneTables() {
  const table = useZones().data?.comuni_table;
  const importing = useImportZones();
  const restoring = usePutBuiltInZones();
  const exporting = useMutation({
    mutationFn: async ({ table, file }: (typeof TABLES)[number]) => saveFile(file, await readZoneCsv(table)),
  });
  const [file, setFile] = useState<File>();
  const [validFrom, setValidFrom] = useState('');
  const report = importing.data ?? restoring.data;

  function run(dryRun: boolean) {
    if (!file || importing.isPending) return;
    restoring.reset();
    void file.text().then((table) => importing.mutate({ table, dryRun, validFrom }));
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    importing.reset();
  };

  return (
    <Panel label="Tabelle delle zone">
      <div className={layoutStyles.stack}>
        <h2>Tabelle delle zone</h2>
        {table !== undefined && <p>{describeComuniTable(table)}</p>}
        <p className="muted">
          Tabelle CSV con le colonne del Dipartimento: le zone (zona_codice, zona_nome) o i Comuni con la loro
          zona (pro_com_t, comune_nome, …).
        </p>
        <FileInput label="Tabella da importare" accept=".csv,text/csv" onChoose={choose} />
        <Field label="Vale da (vuoto: corregge la tabella di sempre)">
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              type="date"
              value={validFrom}
              onChange={(event) => {
                setValidFrom(event.target.value);
                importing.reset();
              }}
            />
          )}
        </Field>
        <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
          <Button variant="outline" aria-disabled={!file || importing.isPending} onClick={() => run(true)}>
            Prova a vuoto
          </Button>
          {report?.applied === false && report.errors.length === 0 && (
            <Button aria-disabled={importing.isPending} onClick={() => run(false)}>
              Importa
            </Button>
          )}
          {TABLES.map((table) => (
            <Button key={table.file} variant="outline" onClick={() => exporting.mutate(table)}>
              <Icon name="download" small />
              {table.label}
            </Button>
          ))}
          {table !== undefined && table?.built_in !== true && (
            <ConfirmButton
              variant="outline"
              label="Rimetti la tabella di Semaforo"
              busy={restoring.isPending}
              question="Rimettere la tabella di Semaforo?"
              confirmLabel="Rimetti"
              cancelLabel="Annulla"
              onConfirm={() => {
                importing.reset();
                restoring.mutate();
              }}
            >
              Le zone e i Comuni importati finiscono: tornano quelli che arrivano con Semaforo.
            </ConfirmButton>
          )}
        </div>
        {restoring.isError && <p role="alert">{restoring.error.message}</p>}
        {report && <ImportReport report={report} />}
        {importing.isError && <p role="alert">{importing.error.message}</p>}
        {exporting.isError && <p role="alert">Il file non si è scaricato.</p>}
      </div>
    </Panel>
  );
}

function ImportReport({ report }: { report: ZoneCsvReport }) {
  const { created, updated, unchanged, ended, errors, applied } = report;
  return (
    <div role="status">
      <p>
        <b>{applied ? 'Importata.' : 'Prova a vuoto: nulla è stato salvato.'}</b> Nuove {created}, cambiate{' '}
        {updated}, uguali {unchanged}, zone che finiscono {ended}, righe sbagliate {errors.length}.
      </p>
      <ul>
        {errors.slice(0, 20).map(({ line, error }) => (
          <li key={`${line} ${error}`}>
            Riga {line}: {error}
          </li>
        ))}
      </ul>
    </div>
  );
}
