import { Children, isValidElement, type ReactNode, useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Settled } from '../ui/settled.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import styles from './strip.module.css';
import { STRIP_IN_PAGE } from './strip-place.ts';

/**
 * The edge of a strip. sending: dashed; good: green; bad: red, something failed; quiet: grey, it says nothing of now;
 * test: double.
 */
export type StripEdge = 'sending' | 'good' | 'bad' | 'quiet' | 'test';

type StripProps = {
  edge: StripEdge;
  /** Names the region. Without a name it is an alert, which is announced at once. */
  label?: string;
  /** What was last known only: its cells are hatched. */
  stale?: boolean;
  onClose?: (() => void) | undefined;
  /** What stands first in the line: the color and how far it is. */
  head: ReactNode;
  /** What is said in the rest of the line, as far as there is room. */
  line?: ReactNode;
  /** The most urgent first: a narrow window has room for one, and the others in the detail. */
  actions?: ReactNode;
  /** What opens over the page. */
  children?: ReactNode;
};

/** One line of everything that is said of a command as a whole; its detail opens over the page, which never moves. */
export function Strip(props: StripProps) {
  const { edge, label, stale = false, onClose, head, line, actions, children } = props;
  const [open, setOpen] = useState(false);
  const detailId = useId();
  const isWide = useMediaQuery(STRIP_IN_PAGE);
  const [first, ...others] = Children.toArray(actions).map((action) => (
    <Settled key={isValidElement(action) ? action.key : undefined}>{action}</Settled>
  ));
  const named = label === undefined ? { role: 'alert' } : { 'aria-label': label };
  return (
    <section className={styles.strip} data-edge={edge} data-stale={stale || undefined} {...named}>
      <div className={styles.top}>
        <div className={styles.head}>{head}</div>
        <div className={styles.rest}>{line}</div>
        {first}
        {isWide && others}
        <Settled>
          {onClose && (
            <button type="button" className={styles.close} aria-label="Chiudi la striscia" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
          {children && (
            <button
              type="button"
              className={styles.close}
              aria-label="Dettagli del comando"
              aria-expanded={open}
              aria-controls={detailId}
              onClick={() => setOpen(!open)}
            >
              <span className={styles.chevron} data-open={open}>
                <Icon name="chevron" />
              </span>
            </button>
          )}
        </Settled>
      </div>
      {children && (
        <div id={detailId} className={styles.detail} hidden={!open}>
          {children}
          {!isWide && others.length > 0 && <div className={styles.acts}>{others}</div>}
        </div>
      )}
    </section>
  );
}
