import { counted } from '@semaforo/contract/domain/italian';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureReason } from '../../api/failures.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Loading } from '../../ui/loading.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import { describeImport, formatCount, MODEL } from './describe-import.ts';
import { DryRun } from './dry-run.tsx';
import styles from './import.module.css';
import { csvTrialQuery, useExportCsv, useImportCsv } from './import-csv.queries.ts';

/** A table of devices is chosen, tried without storing anything, and its good lines are imported. */
export function ImportDevices() {
  const [table, setTable] = useState<ChosenTable | null>(null);
  const { shown, notify, close } = useToast();
  const trial = useQuery({
    ...csvTrialQuery(table),
    retry: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
  });
  const importing = useImportCsv({
    onNotice: notify,
    onSuccess: ({ created, updated }) => {
      setTable(null);
      const text = `Importati: ${formatCount('new', created)}, ${updated} cambiati`;
      notify({ kind: 'success', text });
    },
  });
  const label = trial.data && describeImport(trial.data);

  return (
    <>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <Panel label="File">
        <ChooseTable table={table} onChoose={setTable} />
        {trial.isError && (
          <Alert kind="danger" closeLabel="Chiudi" onClose={() => setTable(null)}>
            La tabella non è stata provata. {failureReason(trial.error)}
          </Alert>
        )}
      </Panel>
      {table !== null && trial.isPending && <Loading label="Prova a vuoto in corso" blocks={6} />}
      {table !== null && trial.data && (
        <>
          <DryRun report={trial.data} />
          <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
            {label && (
              <Button
                aria-disabled={importing.isPending}
                onClick={() => !importing.isPending && importing.mutate(table.text)}
              >
                {label}
              </Button>
            )}
            <Button variant="outline" onClick={() => setTable(null)}>
              Annulla
            </Button>
            <p className="small muted">
              {label === null && 'Non c’è nulla da importare.'}
              {trial.data.errors.length > 0 && label !== null && 'Le righe con errori restano fuori.'}
            </p>
          </div>
        </>
      )}
    </>
  );
}

function ChooseTable(props: { table: ChosenTable | null; onChoose: (table: ChosenTable) => void }) {
  const { table, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const exporting = useExportCsv();
  return (
    <div className={layoutStyles.stack}>
      <div className={styles.file}>
        <Icon name="document" />
        <div>
          <b>{table?.name ?? 'Nessun file scelto'}</b>
          <p className="small muted">
            {table?.note ??
              'Una tabella CSV, anche salvata da Excel o LibreOffice. Prima di salvare si prova a vuoto.'}
          </p>
        </div>
        <input
          ref={input}
          className="sr"
          type="file"
          accept=".csv,text/csv"
          aria-label="File CSV"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void readTable(file).then(onChoose);
            event.target.value = '';
          }}
        />
        <Button variant="outline" onClick={() => input.current?.click()}>
          {table ? 'Scegli un altro file' : 'Scegli il file'}
        </Button>
      </div>
      <p className={`${layoutStyles.row} ${layoutStyles.wrap} small`}>
        <Button
          variant="link"
          onClick={() => saveFile('modello.csv', new Blob([MODEL], { type: 'text/csv' }))}
        >
          Modello di file
        </Button>
        <Button variant="link" onClick={() => exporting.mutate()}>
          Esporta i dispositivi di adesso
        </Button>
        <span role="status">{exporting.isError && 'Il file non si è scaricato.'}</span>
      </p>
    </div>
  );
}

/** A file as the person chose it. `readAt` (epoch ms) tells one reading of it from the next. */
type ChosenTable = { name: string; text: string; note: string; readAt: number };

/** Reads a table: UTF-8, or else what spreadsheets save as plain CSV in western Europe. */
async function readTable(file: File): Promise<ChosenTable> {
  const bytes = await file.arrayBuffer();
  const { text, encoding } = decode(bytes);
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length;
  const head = text.slice(0, 1000);
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const note = `${counted(Math.max(0, lines - 1), ['riga', 'righe'])}, ${encoding}, separatore «${separator}»`;
  return { name: file.name, text, note, readAt: Date.now() };
}

function decode(bytes: ArrayBuffer): { text: string; encoding: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Any bytes are Windows-1252.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
