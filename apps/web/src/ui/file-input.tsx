import { useState } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

/** A labelled choice of one file. `accept`: as in HTML. */
export function FileInput(
  props: FieldProps & { accept: string; onChoose: (file: File | undefined) => void },
) {
  const { label, required, error, accept, onChoose } = props;
  const [name, setName] = useState<string>();
  return (
    <Field label={label} required={required} error={error}>
      {(control) => (
        // The browser's own button speaks the browser's language.
        <span className={`${styles.input} ${styles.file}`}>
          <input
            {...control}
            // An empty choice is told by the form in its own words.
            required={false}
            type="file"
            accept={accept}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              setName(file?.name);
              onChoose(file);
            }}
          />
          <b aria-hidden="true">Scegli il file</b>
          <span className="muted">{name ?? 'Nessun file scelto'}</span>
        </span>
      )}
    </Field>
  );
}
