import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import styles from './strip.module.css';

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
  /** The first line, beside the button that closes the strip. */
  head: ReactNode;
  children?: ReactNode;
};

/** The box of everything that is said of a command as a whole. */
export function Strip({ edge, label, stale = false, onClose, head, children }: StripProps) {
  return (
    <Panel
      className={styles.strip}
      data-edge={edge}
      data-stale={stale || undefined}
      {...(label === undefined ? { role: 'alert' } : { label })}
    >
      <div className={styles.top}>
        {head}
        {onClose && (
          <button type="button" className={styles.close} aria-label="Chiudi la striscia" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {children}
    </Panel>
  );
}
