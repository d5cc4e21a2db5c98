import { HOLD_MS } from '@semaforo/contract/domain/command-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './color-buttons.module.css';

/** So long the second Invio may follow the first. */
const CONFIRM_WITHIN_MS = 10_000;

type HeldButtonProps = {
  className: string;
  color: SignalColor;
  label: string;
  /** What a press does: 'rosso su 12 semafori'. */
  act: string;
  locked: boolean;
  disabled: boolean;
  'aria-describedby': string;
  /** Says what to do, below the buttons. */
  onHint: (hint: string) => void;
  onPick: () => void;
  children: ReactNode;
};

/**
 * A color that is picked by holding the button. By the keyboard, and by whatever else presses without a pointer, it
 * is pressed twice: the second time it says what it confirms.
 */
export function HeldButton(props: HeldButtonProps) {
  const { className, color, label, act, locked, disabled, onHint, onPick, children } = props;
  const [state, setState] = useState<'idle' | 'held' | 'asks'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function after(ms: number, then: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, ms);
  }

  function hold() {
    if (locked || disabled) return;
    setState('held');
    onHint(`Tieni premuto 1,5 s: ${act}`);
    after(HOLD_MS, pick);
  }

  function release() {
    if (state !== 'held') return;
    clearTimeout(timer.current);
    setState('idle');
  }

  function pick() {
    clearTimeout(timer.current);
    setState('idle');
    onHint('');
    onPick();
  }

  function pressWithoutPointer() {
    if (locked) return;
    if (state === 'asks') return pick();
    setState('asks');
    onHint(`Premi di nuovo Invio su «Conferma ${color}»: ${act}`);
    after(CONFIRM_WITHIN_MS, () => {
      setState('idle');
      onHint('');
    });
  }

  return (
    <button
      type="button"
      className={className}
      data-held={state === 'held'}
      aria-disabled={locked}
      data-pick={color}
      aria-describedby={props['aria-describedby']}
      disabled={disabled}
      onPointerDown={(event) => {
        if (event.button === 0) hold();
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={() => {
        if (state === 'asks') setState('idle');
      }}
      onClick={(event) => {
        // A click without a pointer counts no presses.
        if (event.detail === 0) pressWithoutPointer();
      }}
    >
      {state === 'held' && <span className={styles.bar} aria-hidden="true" />}
      {children}
      {state === 'idle' && label}
      {state === 'held' && `${label}: tieni premuto…`}
      {state === 'asks' && `Conferma ${color}`}
    </button>
  );
}
