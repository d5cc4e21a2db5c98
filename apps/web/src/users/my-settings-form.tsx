import { zodResolver } from '@hookform/resolvers/zod';
import { type Setting, settingsRoutes } from '@semaforo/contract/api/settings';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureReason, refusalOf } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { TextInput } from '../ui/text-input.tsx';
import { ToastText } from '../ui/toast.tsx';
import styles from './profile.module.css';
import { type SettingsByKey, useSaveMySettings } from './users.queries.ts';

/** The user's settings, one input each, saved together after a confirmation. Unsaved input survives a new reading. */
export function MySettingsForm({ settings }: { settings: readonly Setting[] }) {
  const { register, handleSubmit } = useForm<SettingsByKey>({
    values: Object.fromEntries(settings.map(({ key, value }) => [key, value])),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(settingsRoutes.saveMySettings.body),
  });
  const [requested, setRequested] = useState<SettingsByKey>();
  const saving = useSaveMySettings();
  const [refusal, setRefusal] = useState<Error>();
  const failure = refusal ?? saving.error;
  const submit = handleSubmit(
    (byKey) => {
      setRefusal(undefined);
      setRequested(byKey);
    },
    (errors) => {
      saving.reset();
      setRefusal(refusalOf(errors));
    },
  );

  function dismissFailure() {
    saving.reset();
    setRefusal(undefined);
  }

  return (
    <form className={`${fieldStyles.form} ${styles.form}`} onSubmit={(event) => void submit(event)}>
      {saving.isSuccess && (
        <Alert kind="success" closeLabel="Chiudi" onClose={() => saving.reset()}>
          ✅ Impostazioni aggiornate con successo!
        </Alert>
      )}
      {failure && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={dismissFailure}>
          <ToastText text="❌ Errore aggiornamento impostazioni." reason={failureReason(failure)} />
        </Alert>
      )}
      {settings.map(({ key }) => (
        <TextInput key={key} label={key} {...register(key)} />
      ))}
      <div>
        <Button type="submit" aria-disabled={saving.isPending}>
          Salva Impostazioni
        </Button>
      </div>
      {requested && (
        <ConfirmDialog
          question="Confermi salvataggio impostazioni?"
          confirmLabel="Salva"
          cancelLabel="Annulla"
          onCancel={() => setRequested(undefined)}
          onConfirm={() => {
            setRequested(undefined);
            saving.mutate(requested);
          }}
        />
      )}
    </form>
  );
}
