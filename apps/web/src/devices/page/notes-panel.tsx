import type { DevicePageRecord } from '@semaforo/contract/api/device-past';
import { useId, useState } from 'react';
import { formatDateTime } from '../../platform/date-format.ts';
import { Button } from '../../ui/button.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import type { Toast } from '../../ui/toast.tsx';
import styles from './device-page.module.css';
import { useSaveNotes } from './device-page.queries.ts';

type NotesPanelProps = {
  id: number;
  notes: DevicePageRecord['notes'];
  onNotice: (notice: Toast) => void;
};

/** 'Note': what people wrote of a device. */
export function NotesPanel({ id, notes, onNotice }: NotesPanelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const fieldId = useId();
  const saving = useSaveNotes({ id, onNotice, onSaved: () => setTyped(null) });
  const isEditing = typed !== null;
  return (
    <Panel label="Note">
      <div className={layoutStyles.stack}>
        <h2>
          <label htmlFor={fieldId}>Note</label>
        </h2>
        <textarea
          id={fieldId}
          className={styles.notes}
          rows={4}
          maxLength={2000}
          placeholder="Dove si trova, quale chiave serve, chi chiamare"
          value={typed ?? notes?.text ?? ''}
          onChange={(event) => setTyped(event.target.value)}
        />
        {notes && !isEditing && (
          <p className="small muted">
            {notes.changed_by}, {formatDateTime(notes.changed_at)}
          </p>
        )}
        {isEditing && (
          <div className={layoutStyles.row}>
            <Button
              aria-disabled={saving.isPending}
              onClick={() => !saving.isPending && saving.mutate(typed)}
            >
              Salva
            </Button>
            <Button variant="outline" onClick={() => setTyped(null)}>
              Annulla
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
