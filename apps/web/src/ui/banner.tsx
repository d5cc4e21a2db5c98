import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon } from './icon.tsx';

type BannerProps = {
  kind?: 'danger' | 'warn';
  title: string;
  children?: ReactNode;
  dismissal?: { label: string; onClose: () => void };
};

/**
 * A full-width message under the navbar. Screen readers announce the title of a danger once, and not the age beside it,
 * which changes. A warning is announced by the polite region around it.
 */
export function Banner({ kind = 'danger', title, children, dismissal }: BannerProps) {
  return (
    <div className={styles.banner} data-kind={kind}>
      <Icon name="alert" />
      <div>
        <b role={kind === 'danger' ? 'alert' : undefined}>{title}</b>
        {children}
      </div>
      {dismissal && (
        <button
          type="button"
          className={styles.close}
          aria-label={dismissal.label}
          onClick={dismissal.onClose}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
