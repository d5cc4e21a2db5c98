import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './bulletins.module.css';
import { useUploadBulletin } from './bulletins.queries.ts';

const PARTS = [
  { part: 'envelope', label: 'Bollettino (.json)' },
  { part: 'today', label: 'Zone di oggi (_today.json)' },
  { part: 'tomorrow', label: 'Zone di domani (_tomorrow.json)' },
] as const;

type Part = (typeof PARTS)[number]['part'];

/** Uploads the three documents of a national bulletin as they are published; for admins. */
export function UploadBulletin() {
  const upload = useUploadBulletin();
  const [files, setFiles] = useState<Partial<Record<Part, File>>>({});
  const [fault, setFault] = useState<string>();
  const { envelope, today, tomorrow } = files;

  async function send(event: FormEvent) {
    event.preventDefault();
    setFault(undefined);
    if (!envelope || !today || !tomorrow) return setFault('Scegli i tre documenti del bollettino.');
    const documents = await Promise.all([envelope, today, tomorrow].map(readJson));
    const notJson = documents.find((document) => document.failed !== undefined);
    if (notJson) return setFault(`Il file ${notJson.failed} non è JSON.`);
    const [one, two, three] = documents;
    upload.mutate({ envelope: one?.json, today: two?.json, tomorrow: three?.json });
  }

  const failure = fault ?? (upload.isError ? upload.error.message : undefined);
  return (
    <form onSubmit={(event) => void send(event)}>
      <h2>Carica a mano</h2>
      <p className="muted">
        I tre documenti come li pubblica il Dipartimento. Possono mancare i confini delle zone: la mappa tiene
        quelli di prima.
      </p>
      <div className={styles.files}>
        {PARTS.map(({ part, label }) => (
          <FileInput
            key={part}
            label={label}
            required
            accept=".json,application/json"
            onChoose={(file) => setFiles({ ...files, [part]: file })}
          />
        ))}
      </div>
      <Button type="submit" variant="outline" aria-disabled={upload.isPending}>
        <Icon name="upload" small />
        {upload.isPending ? 'Caricamento in corso…' : 'Carica il bollettino'}
      </Button>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {upload.isSuccess && fault === undefined && <p role="status">Letto: {upload.data.name}.</p>}
    </form>
  );
}

async function readJson(file: File): Promise<{ json?: unknown; failed?: string }> {
  try {
    return { json: JSON.parse(await file.text()) };
  } catch {
    return { failed: `«${file.name}»` };
  }
}
