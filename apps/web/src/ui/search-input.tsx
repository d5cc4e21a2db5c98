import styles from './field.module.css';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

/** A labelled search box with a lens. */
export function SearchInput(props: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(control) => (
        <div className={styles.withIcon}>
          <Icon name="search" />
          <input
            {...control}
            className={styles.input}
            type="search"
            placeholder={props.placeholder}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
