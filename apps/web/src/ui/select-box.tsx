import { type ReactNode, useEffect, useRef } from 'react';
import styles from './select-box.module.css';

type SelectBoxProps = {
  checked: boolean;
  /** Some of what the box stands for is selected. */
  some?: boolean;
  onChange: () => void;
} & ({ label: string; children?: never } | { label?: never; children: ReactNode });

/** A box to tick, 22 px in a target of 44, with words beside it or a label for screen readers alone. */
export function SelectBox({ label, checked, some = false, onChange, children }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !checked;
  }, [some, checked]);
  return (
    <label className={styles.label}>
      <span className={styles.target}>
        <input
          ref={box}
          type="checkbox"
          className={styles.box}
          aria-label={label}
          checked={checked}
          onChange={onChange}
        />
      </span>
      {children}
    </label>
  );
}
