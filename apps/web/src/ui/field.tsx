import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** What a control inside a field must carry. */
export type ControlProps = {
  id: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export type FieldProps = { label: string; required?: boolean | undefined; error?: string | undefined };

/**
 * A label, a control and its error. `children` draws the control with the given props; another element in the field may
 * refer to the label by `labelId`.
 */
export function Field(
  props: FieldProps & { children: (control: ControlProps, labelId: string) => ReactNode },
) {
  const { label, required = false, error, children } = props;
  const id = useId();
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label id={labelId} htmlFor={id} className={required ? styles.required : undefined}>
        {label}
      </label>
      {children(
        {
          id,
          required,
          'aria-invalid': error === undefined ? undefined : true,
          'aria-describedby': error === undefined ? undefined : errorId,
        },
        labelId,
      )}
      {error !== undefined && (
        <p className={styles.error} id={errorId}>
          <Icon name="alert" small />
          {error}
        </p>
      )}
    </div>
  );
}
