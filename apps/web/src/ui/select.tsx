import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export type Option = { value: string; label: string };

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & { options: readonly Option[] };

/** A labelled drop-down list. */
export function Select({ label, required, error, options, ...select }: SelectProps) {
  return (
    <Field label={label} required={required} error={error}>
      {(control) => (
        <select {...select} {...control} className={styles.input}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
