import { zodResolver } from '@hookform/resolvers/zod';
import { brokerRoutes, PASSWORD_MASK } from '@semaforo/contract/api/broker';
import { useForm } from 'react-hook-form';
import { failureReason, refusalOf } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { type BrokerConfig, useSaveBrokerConfig, useTestBroker } from './broker-config.queries.ts';
import styles from './broker-panel.module.css';

type BrokerConfigFormProps = { config: BrokerConfig; onNotice: (notice: Toast) => void };

/**
 * The broker to use. 'Prova' tests the connection; 'Salva' tests it and then uses the broker. An unchanged mask keeps
 * the stored password.
 */
export function BrokerConfigForm({ config, onNotice }: BrokerConfigFormProps) {
  const { register, handleSubmit } = useForm({
    values: config,
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(brokerRoutes.saveBrokerConfig.body),
  });
  const save = useSaveBrokerConfig({ onNotice });
  const test = useTestBroker();
  const busy = save.isPending || test.isPending;
  const saveTyped = handleSubmit(
    (typed) => {
      if (!busy) save.mutate(typed);
    },
    (errors) => save.noteFailure(refusalOf(errors)),
  );
  const noteFailedTest = (error: unknown) =>
    onNotice({ kind: 'danger', text: 'Prova fallita', reason: failureReason(error) });
  const testTyped = handleSubmit(
    (typed) => {
      if (busy) return;
      test.mutate(typed, {
        onSuccess: () => onNotice({ kind: 'success', text: 'Prova riuscita: il broker risponde' }),
        onError: noteFailedTest,
      });
    },
    (errors) => noteFailedTest(refusalOf(errors)),
  );

  return (
    <form className={`${fieldStyles.form} ${styles.form}`} onSubmit={(event) => void saveTyped(event)}>
      <TextInput label="Host" autoCapitalize="none" spellCheck={false} {...register('broker')} required />
      <TextInput
        label="Porta"
        type="number"
        min={1}
        max={65_535}
        {...register('port', { valueAsNumber: true })}
        required
      />
      <TextInput label="Username" autoComplete="off" autoCapitalize="none" {...register('username')} />
      <PasswordInput label="Password" autoComplete="new-password" {...register('password')} />
      {config.password === PASSWORD_MASK && (
        <p className="muted small">
          {PASSWORD_MASK} sta per la password salvata, che resta se non la cambi. Con un altro host o un’altra
          porta va scritta di nuovo.
        </p>
      )}
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <Button type="submit" aria-disabled={busy}>
          Salva
        </Button>
        <Button
          variant="outline"
          aria-disabled={busy}
          onClick={(event) => void tested(event.currentTarget.form)}
        >
          Prova
        </Button>
        {busy && <p role="status">Prova del broker in corso…</p>}
      </div>
    </form>
  );

  function tested(form: HTMLFormElement | null) {
    return form?.reportValidity() === true ? testTyped() : undefined;
  }
}
