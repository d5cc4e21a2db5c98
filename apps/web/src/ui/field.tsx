import { type InvalidEvent, type ReactNode, useId, useState } from 'react';
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

/** What a field says instead of the bubble of the browser, which speaks the browser's language. */
function refuse(event: InvalidEvent<HTMLElement>): string | undefined {
  const control = event.target;
  if (!isControl(control)) return undefined;
  event.preventDefault();
  const controls = Array.from(control.form?.elements ?? []).filter(isControl);
  if (controls.find(({ validity }) => !validity.valid) === control) control.focus();
  const { valueMissing, badInput, typeMismatch, rangeUnderflow, rangeOverflow } = control.validity;
  if (valueMissing) return 'Questo campo è obbligatorio.';
  if (badInput || typeMismatch) return 'Il valore non è scritto bene.';
  if (rangeUnderflow || rangeOverflow) return 'Il valore è fuori dai limiti.';
  return 'Il valore non va bene.';
}

function isControl(target: unknown): target is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return target instanceof HTMLElement && 'validity' in target && 'form' in target;
}

/**
 * A label, a control and its error. `children` draws the control with the given props; another element in the field may
 * refer to the label by `labelId`.
 */
export function Field(
  props: FieldProps & { children: (control: ControlProps, labelId: string) => ReactNode },
) {
  const { label, required = false, children } = props;
  const [refused, setRefused] = useState<string>();
  const error = props.error ?? refused;
  const id = useId();
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  return (
    <div
      className={styles.field}
      onInvalidCapture={(event) => {
        setRefused(refuse(event));
      }}
      onInput={() => setRefused(undefined)}
    >
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
