import type { ComponentProps, HTMLAttributes } from 'react';
import styles from './panel.module.css';

type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'article' | 'main' | 'div';
  label?: string;
  padded?: boolean;
};

/** A white box; `padded` unless its content (a table) goes to the edge. With a `label` it is a named region. */
export function Panel({ as: Element = 'section', label, padded = true, className, ...rest }: PanelProps) {
  const names = [styles.panel, padded && styles.padded, className];
  return <Element {...rest} className={names.filter(Boolean).join(' ')} aria-label={label} />;
}

/** A part of a panel that is not padded: with the padding, beside what goes to the edge. */
export function PaddedPart({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={className ? `${styles.padded} ${className}` : styles.padded} />;
}
