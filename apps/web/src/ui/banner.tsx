import type { ReactNode } from 'react';
import './banner.css';
import { Icon } from './icon.tsx';

type BannerProps = {
  kind?: 'danger' | 'warn';
  title: string;
  children?: ReactNode;
  dismissal?: { label: string; onClose: () => void };
};

/** A full-width notice under the navbar. Its title is announced once; what changes beside it (an age) is not. */
export function Banner({ kind = 'danger', title, children, dismissal }: BannerProps) {
  return (
    <div className={kind === 'warn' ? 'banner banner--warn' : 'banner'}>
      <Icon name="alert" />
      <div>
        <b role="alert">{title}</b>
        {children}
      </div>
      {dismissal && (
        <button type="button" className="banner__x" aria-label={dismissal.label} onClick={dismissal.onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
