import { zodResolver } from '@hookform/resolvers/zod';
import { settingsRoutes } from '@semaforo/contract/api/settings';
import { meantSetting } from '@semaforo/contract/domain/known-settings';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { refusalOf } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { KeyMeaning } from './key-meaning.tsx';
import styles from './user-settings.module.css';
import { useStoreSetting } from './user-settings.queries.ts';

type AddSettingFormProps = {
  userId: number;
  takenKeys: readonly string[];
  onNotice: (notice: Toast) => void;
};

/**
 * Adds a setting. A key in use is refused here, because the server would overwrite its value. What the key is good for
 * is said while it is typed; one that is almost that of a known setting is added by a second press.
 */
export function AddSettingForm({ userId, takenKeys, onNotice }: AddSettingFormProps) {
  const { register, handleSubmit, reset, formState, control } = useForm({
    defaultValues: { key: '', value: '' },
    resolver: zodResolver(newSetting(takenKeys)),
  });
  const add = useStoreSetting({ userId, onNotice, failureText: 'Errore creazione impostazione' });
  const typedKey = useWatch({ control, name: 'key' }).trim();
  const [questioned, setQuestioned] = useState<string>();
  const submit = handleSubmit(
    (setting) => {
      if (meantSetting(typedKey) !== undefined && questioned !== typedKey) setQuestioned(typedKey);
      else if (!add.isPending) add.mutate(setting, { onSuccess: () => reset() });
    },
    (errors) => {
      if (!errors.key) add.noteFailure(refusalOf(errors));
    },
  );

  return (
    <form className={styles.addForm} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Chiave"
        autoCapitalize="none"
        {...register('key')}
        required
        error={formState.errors.key?.message}
      />
      <TextInput label="Valore" {...register('value')} />
      <Button type="submit" aria-disabled={add.isPending}>
        Aggiungi
      </Button>
      <KeyMeaning settingKey={typedKey} again={questioned === typedKey ? 'Aggiungi' : undefined} />
    </form>
  );
}

/** Turns the typed key and value into the settings to save. A taken key is a fault of its field. */
function newSetting(takenKeys: readonly string[]) {
  return z
    .object({ key: z.string().trim(), value: z.string() })
    .refine(({ key }) => !takenKeys.includes(key), { path: ['key'], error: 'Questa chiave esiste già' })
    .transform(({ key, value }) => ({ [key]: value }))
    .pipe(settingsRoutes.saveUserSetting.body);
}
