import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

type PasswordInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>;

/** A labelled password with a text toggle that shows and hides what is typed. */
export function PasswordInput({ label, required, error, ...input }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} required={required} error={error}>
      {(control, labelId) => (
        <div className={styles.withToggle}>
          <input {...input} {...control} className={styles.input} type={shown ? 'text' : 'password'} />
          <Button
            variant="link"
            aria-controls={control.id}
            aria-describedby={labelId}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Nascondi' : 'Mostra'}
          </Button>
        </div>
      )}
    </Field>
  );
}
