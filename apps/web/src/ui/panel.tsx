import type { ReactNode } from 'react';
import './panel.css';

/** A white box; `padded` unless its content (a table) goes to the edge. With a `label` it is a named region. */
export function Panel(props: { label?: string; padded?: boolean; children: ReactNode }) {
  const { label, padded = true, children } = props;
  return (
    <section className={padded ? 'panel panel__pad' : 'panel'} aria-label={label}>
      {children}
    </section>
  );
}
