import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

/** A labelled choice of one file. `accept`: as in HTML. */
export function FileInput(
  props: FieldProps & { accept: string; onChoose: (file: File | undefined) => void },
) {
  const { label, required, error, accept, onChoose } = props;
  return (
    <Field label={label} required={required} error={error}>
      {(control) => (
        <input
          {...control}
          // An empty choice is told by the form in its own words.
          required={false}
          className={`${styles.input} ${styles.file}`}
          type="file"
          accept={accept}
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
      )}
    </Field>
  );
}
