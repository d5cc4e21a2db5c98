import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { UserText } from '../ui/user-text.tsx';
import type { useDeleteSetting } from './user-settings.queries.ts';

type DeleteSettingProps = { settingKey: string; deletion: ReturnType<typeof useDeleteSetting> };

/** The 'X' of a setting, which asks for a confirmation. */
export function DeleteSetting({ settingKey, deletion }: DeleteSettingProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        size="square"
        title={`Elimina ${settingKey}`}
        aria-disabled={deletion.isPending}
        onClick={() => setAsking(!deletion.isPending)}
      >
        X
      </Button>
      {asking && (
        <ConfirmDialog
          question="Confermi eliminazione impostazione?"
          confirmLabel="Elimina"
          cancelLabel="Annulla"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            deletion.mutate(settingKey);
          }}
        >
          <UserText>{settingKey}</UserText>
        </ConfirmDialog>
      )}
    </>
  );
}
