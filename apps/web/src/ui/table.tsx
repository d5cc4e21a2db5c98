import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A table with a caption in a scroller of its own, which the keyboard reaches. Children: `thead` and `tbody`. */
export function Table(props: {
  caption: string;
  /** The caption as it is drawn, when it is more than text. */
  heading?: ReactNode;
  captionHidden?: boolean;
  tight?: boolean;
  /** The heads stay in sight below the bar of the page, where the window is wide enough for all columns. */
  stickyHead?: boolean;
  className?: string | undefined;
  /** How many rows there are, the header's too, when not all are in the page. */
  rowCount?: number;
  children: ReactNode;
}) {
  const {
    caption,
    heading = caption,
    captionHidden = false,
    tight = false,
    stickyHead = false,
    className = '',
    rowCount,
    children,
  } = props;
  return (
    <section
      className={`${styles.scroller} ${className}`}
      aria-label={caption}
      data-sticky={stickyHead || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table className={tight ? styles.tight : undefined} aria-rowcount={rowCount}>
        <caption className={captionHidden ? 'sr' : undefined}>{heading}</caption>
        {children}
      </table>
    </section>
  );
}

/** The header of a column that needs none to be seen. */
export function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <th scope="col">
      <span className="sr">{children}</span>
    </th>
  );
}
