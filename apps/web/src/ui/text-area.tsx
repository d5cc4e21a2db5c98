import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

/** A labelled input of several lines; takes what else a textarea takes. */
export function TextArea({ label, required, error, ...input }: TextAreaProps) {
  return (
    <Field label={label} required={required} error={error}>
      {(control) => <textarea {...input} {...control} className={`${styles.input} ${styles.lines}`} />}
    </Field>
  );
}
