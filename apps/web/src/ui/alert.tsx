import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import styles from './alert.module.css';
import { Icon } from './icon.tsx';

const SUCCESS_SHOWN_MS = 8_000;

type AlertProps = {
  kind: 'danger' | 'success';
  children: ReactNode;
  closeLabel: string;
  onClose: () => void;
};

/**
 * A message that can be closed, at the top of the panel that it concerns. A success closes itself after 8 s, unless
 * it has the focus or the pointer. A danger never closes itself.
 */
export function Alert({ kind, children, closeLabel, onClose }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const closeUnlessRead = useEffectEvent(() => {
    if (box.current?.matches(':hover, :focus-within') !== true) onClose();
  });

  useEffect(() => {
    if (kind === 'danger') return undefined;
    const timer = setInterval(() => closeUnlessRead(), SUCCESS_SHOWN_MS);
    return () => clearInterval(timer);
  }, [kind]);

  return (
    <div ref={box} className={styles.alert} data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon name={kind === 'danger' ? 'alert' : 'check'} />
      <div>{children}</div>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
