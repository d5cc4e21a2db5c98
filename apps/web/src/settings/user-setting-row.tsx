import type { Setting } from '@semaforo/contract/api/settings';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { focusNextRow } from '../ui/focus-next-row.ts';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import tableStyles from '../ui/table.module.css';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './user-settings.module.css';
import { useDeleteSetting, useSaveSetting } from './user-settings.queries.ts';

type UserSettingRowProps = {
  userId: number;
  setting: Setting;
  /** The new key of a row that was renamed while it had the focus: the row that replaces it gets the focus. */
  renamed: RefObject<string | null>;
  onNotice: (notice: Toast) => void;
};

/**
 * A setting that can be edited. Key and value are saved together, by Enter or when the focus leaves the row. 'X'
 * deletes the setting after a confirmation; a deleted setting is not saved.
 */
export function UserSettingRow({ userId, setting, renamed, onNotice }: UserSettingRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const keyInput = useRef<HTMLInputElement>(null);
  // Undefined while nothing is typed: then the row shows the stored setting, and leaving it saves nothing.
  const [typed, setTyped] = useState<Setting>();
  const shown = typed ?? setting;
  const [asking, setAsking] = useState(false);
  const save = useSaveSetting({ userId, onNotice });
  const remove = useDeleteSetting({ userId, onNotice, onDone: () => focusNextRow(row.current) });

  useEffect(() => {
    if (renamed.current !== setting.key) return;
    renamed.current = null;
    keyInput.current?.focus();
  }, [renamed, setting.key]);

  function saveChange() {
    if (remove.isPending || remove.isSuccess) return;
    const stored = save.isPending ? { key: save.variables.newKey, value: save.variables.value } : setting;
    const newKey = shown.key.trim();
    if (newKey === stored.key && shown.value === stored.value) {
      if (!save.isPending) setTyped(undefined);
      return;
    }
    const change = { originalKey: stored.key, newKey, value: shown.value };
    save.mutate(change, {
      onSuccess: () => {
        setTyped((since) => (since === typed ? undefined : since));
        const stillHere = row.current?.contains(document.activeElement) === true;
        renamed.current = stillHere && newKey !== setting.key ? newKey : null;
      },
    });
  }

  function saveOnLeaving(event: FocusEvent) {
    if (row.current?.contains(event.relatedTarget) !== true) saveChange();
  }

  function saveByEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') saveChange();
  }

  return (
    <tr ref={row} onBlur={saveOnLeaving}>
      <td>
        <input
          ref={keyInput}
          className={`${fieldStyles.input} ${fieldStyles.smallInput}`}
          aria-label={`Impostazione ${setting.key}`}
          aria-invalid={save.isError || undefined}
          value={shown.key}
          onChange={(event) => setTyped({ ...shown, key: event.target.value })}
          onKeyDown={saveByEnter}
        />
      </td>
      <td>
        <input
          className={`${fieldStyles.input} ${fieldStyles.smallInput}`}
          aria-label={`Contenuto di ${setting.key}`}
          value={shown.value}
          onChange={(event) => setTyped({ ...shown, value: event.target.value })}
          onKeyDown={saveByEnter}
        />
      </td>
      <td className={tableStyles.actions}>
        <span className={`${layoutStyles.row} ${styles.actions}`}>
          {save.isSuccess && (
            <span className={styles.saved} role="status">
              <Icon name="check" small />
              Salvato
            </span>
          )}
          <Button
            variant="danger"
            size="square"
            title={`Elimina ${setting.key}`}
            aria-disabled={remove.isPending}
            onClick={() => setAsking(!remove.isPending)}
          >
            X
          </Button>
        </span>
        {asking && (
          <ConfirmDialog
            question="Confermi eliminazione impostazione?"
            confirmLabel="Elimina"
            cancelLabel="Annulla"
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              remove.mutate(setting.key);
            }}
          >
            <UserText>{setting.key}</UserText>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
