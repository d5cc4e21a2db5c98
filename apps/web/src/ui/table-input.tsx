import type { ComponentProps } from 'react';
import styles from './field.module.css';

const SMALL = `${styles.input} ${styles.smallInput}`;

/** An input in a cell of a table, named by its `aria-label`. */
export function TableInput(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...props} className={SMALL} />;
}

/** A drop-down list in a cell of a table, named by its `aria-label`. Children: the options. */
export function TableSelect(props: Omit<ComponentProps<'select'>, 'className'>) {
  return <select {...props} className={SMALL} />;
}
