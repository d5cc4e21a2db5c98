import { useForm } from 'react-hook-form';
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
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { key: '', value: '' } });
  const add = useAddSetting({ userId, onNotice });
  const submit = handleSubmit(({ key, value }) => {
    if (!add.isPending) add.mutate({ key: key.trim(), value }, { onSuccess: () => reset() });
  });
  const key = register('key', {
    validate: (typed) => !takenKeys.includes(typed.trim()) || 'Questa chiave esiste già',
  });

  return (
    <form className={styles.addForm} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Chiave"
        autoCapitalize="none"
        {...key}
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
