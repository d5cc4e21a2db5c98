import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
};

/** A labelled search box with a lens. */
export function SearchInput(props: SearchInputProps) {
  return <Field label={props.label}>{(control) => <SearchBox {...props} control={control} />}</Field>;
}

/** The same in a row, where its label stands in the box. */
export function InlineSearch(props: Omit<SearchInputProps, 'placeholder'>) {
  return <SearchBox {...props} placeholder={props.label} control={{ 'aria-label': props.label }} />;
}

function SearchBox({
  placeholder,
  value,
  onChange,
  control,
}: SearchInputProps & { control: ComponentProps<'input'> }) {
  return (
    <div className={styles.withIcon}>
      <Icon name="search" />
      <input
        {...control}
        className={styles.input}
        type="search"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
