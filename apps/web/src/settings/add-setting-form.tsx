import { zodResolver } from '@hookform/resolvers/zod';
import { settingsRoutes } from '@semaforo/contract/api/settings';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refusalOf } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import styles from './user-settings.module.css';
import { useAddSetting } from './user-settings.queries.ts';

type AddSettingFormProps = {
  userId: number;
  takenKeys: readonly string[];
  onNotice: (notice: Toast) => void;
};

/** Adds a setting. A key in use is refused here, because the server would overwrite its value. */
export function AddSettingForm({ userId, takenKeys, onNotice }: AddSettingFormProps) {
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { key: '', value: '' },
    resolver: zodResolver(newSetting(takenKeys)),
  });
  const add = useAddSetting({ userId, onNotice });
  const submit = handleSubmit(
    (setting) => {
      if (!add.isPending) add.mutate(setting, { onSuccess: () => reset() });
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
