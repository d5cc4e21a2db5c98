import type { Setting } from '@semaforo/contract/api/settings';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import layoutStyles from '../ui/layout.module.css';
import { SavedMark } from '../ui/saved-mark.tsx';
import { TableInput } from '../ui/table-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { KeyMeaning } from './key-meaning.tsx';
import { useEditedSetting } from './use-edited-setting.ts';
import styles from './user-settings.module.css';
import { useDeleteSetting } from './user-settings.queries.ts';

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
  const keyInput = useFocusAfterRename(setting.key, renamed);
  // True from the confirmed deletion on, unless it fails.
  const deleting = useRef(false);
  const remove = useDeleteSetting({ userId, onNotice, onDone: () => focusNextRow(row.current) });
  const edited = useEditedSetting({
    userId,
    setting,
    onNotice,
    onSaved: (key) => {
      const stillHere = row.current?.contains(document.activeElement) === true;
      renamed.current = stillHere && key !== setting.key ? key : null;
    },
  });

  function saveChange(isCommandRequest: boolean) {
    if (!deleting.current) edited.saveChange(isCommandRequest);
  }

  function deleteSetting() {
    deleting.current = true;
    const onError = () => {
      deleting.current = false;
    };
    remove.mutate(setting.key, { onError });
  }

  function saveOnLeaving(event: FocusEvent) {
    if (row.current?.contains(event.relatedTarget) !== true) saveChange(false);
  }

  function saveByEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') saveChange(true);
  }

  return (
    <tr ref={row} onBlur={saveOnLeaving}>
      <td>
        <TableInput
          ref={keyInput}
          aria-label={`Impostazione ${setting.key}`}
          aria-invalid={edited.isRefused || undefined}
          value={edited.shown.key}
          onChange={(event) => edited.type({ key: event.target.value })}
          onKeyDown={saveByEnter}
        />
        <KeyMeaning settingKey={edited.shown.key.trim()} again={edited.isQuestioned ? 'Invio' : undefined} />
      </td>
      <td>
        <TableInput
          aria-label={`Contenuto di ${setting.key}`}
          value={edited.shown.value}
          onChange={(event) => edited.type({ value: event.target.value })}
          onKeyDown={saveByEnter}
        />
      </td>
      <td data-cell="actions">
        <span className={`${layoutStyles.row} ${styles.actions}`}>
          {edited.isSaved && <SavedMark>Salvato</SavedMark>}
          <ConfirmButton
            label="X"
            variant="danger"
            size="square"
            title={`Elimina ${setting.key}`}
            busy={remove.isPending}
            question="Confermi eliminazione impostazione?"
            confirmLabel="Elimina"
            cancelLabel="Annulla"
            onConfirm={deleteSetting}
          >
            <UserText>{setting.key}</UserText>
          </ConfirmButton>
        </span>
      </td>
    </tr>
  );
}

/** The ref of the input that gets the focus when its setting was renamed to this key. */
function useFocusAfterRename(key: string, renamed: RefObject<string | null>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (renamed.current !== key) return;
    renamed.current = null;
    input.current?.focus();
  }, [renamed, key]);
  return input;
}
