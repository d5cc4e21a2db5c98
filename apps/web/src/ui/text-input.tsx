import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

type TextInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>;

/** A labelled one-line input of any `type`; takes a `ref` and what else an input takes. */
export function TextInput({ label, required, error, ...input }: TextInputProps) {
  return (
    <Field label={label} required={required} error={error}>
      {(control) => <input type="text" {...input} {...control} className={styles.input} />}
    </Field>
  );
}
