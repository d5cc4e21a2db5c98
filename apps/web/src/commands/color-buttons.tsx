import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { useEffect, useId, useRef, useState } from 'react';
import { COLOR_LABELS } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { DOUBLE_PRESS_MS } from '../ui/settled.tsx';
import styles from './color-buttons.module.css';
import type { Consequence } from './consequence.ts';
import { HeldButton } from './held-button.tsx';

/** So long a second press may follow the first, which alone lowers nothing. */
const ARMED_MS = 10_000;

const FILLS: Record<SignalColor, string | undefined> = {
  verde: styles.verde,
  giallo: styles.giallo,
  arancio: styles.arancio,
  rosso: styles.rosso,
};
const KEYS: Record<string, SignalColor> = { v: 'verde', g: 'giallo', a: 'arancio', r: 'rosso' };

/** What a color does that must be held, such as 'rosso su 12 semafori'; null for one that is picked by a press. */
export type HoldFor = (color: SignalColor) => string | null;

type ColorButtonsProps = {
  /** While it is, a press does nothing. */
  locked: boolean;
  /** No device would be reached. */
  disabled?: boolean;
  /** The id of the sentence that says whom a press reaches, or why none can be made. */
  describedBy?: string;
  /** Without it every color is picked by a press. */
  hold?: HoldFor | undefined;
  /** What a press does, said beside it. */
  consequenceOf: (color: SignalColor) => Consequence;
  onPick: (color: SignalColor) => void;
};

/**
 * The four colors to choose from, each with what it does. One that lowers an alert in course wants a second press
 * within ten seconds; when they end, nothing happens.
 */
export function ColorButtons(props: ColorButtonsProps) {
  const { locked, disabled = false, describedBy, hold, onPick } = props;
  const [hint, setHint] = useState('');
  const { armed, arm, disarm } = useArmed();
  const list = useRef<HTMLUListElement>(null);
  useShortcuts((key) => {
    const color = KEYS[key];
    if (!color || disabled || locked) return false;
    list.current?.querySelector<HTMLButtonElement>(`[data-pick="${color}"]`)?.click();
    return true;
  });
  const press = (color: SignalColor, overrides: string | null) => {
    if (locked) return;
    if (overrides === null || armed?.color === color) {
      if (armed && performance.now() - armed.at < DOUBLE_PRESS_MS) return;
      disarm();
      onPick(color);
    } else arm(color);
  };
  return (
    <>
      <ul ref={list} className={styles.colors}>
        {SIGNAL_COLORS.map((color) => {
          const consequence = props.consequenceOf(color);
          const isArmed = consequence.overrides !== null && armed?.color === color;
          return (
            <ColorChoice
              key={color}
              color={color}
              consequence={consequence}
              isArmed={isArmed}
              act={isArmed ? null : (hold?.(color) ?? null)}
              locked={locked}
              disabled={disabled}
              describedBy={describedBy}
              onHint={setHint}
              onPress={() => press(color, consequence.overrides)}
              onDisarm={disarm}
            />
          );
        })}
      </ul>
      {hold && (
        <p className="small muted" role="status">
          {hint}
        </p>
      )}
    </>
  );
}

type ColorChoiceProps = {
  color: SignalColor;
  consequence: Consequence;
  isArmed: boolean;
  /** What a held press does; null for one that need not be held. */
  act: string | null;
  locked: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onHint: (hint: string) => void;
  onPress: () => void;
  onDisarm: () => void;
};

/** A color and what it does; once armed, what the second press confirms and how long that is awaited. */
function ColorChoice(props: ColorChoiceProps) {
  const { color, consequence, isArmed, act, locked, disabled, describedBy, onPress } = props;
  const id = useId();
  const shared = {
    className: `${buttonStyles.button} ${styles.lamp} ${FILLS[color]}`,
    'aria-describedby': [describedBy, id].filter(Boolean).join(' '),
    disabled,
  };
  return (
    <li data-armed={isArmed}>
      {act === null ? (
        <button type="button" {...shared} data-pick={color} aria-disabled={locked} onClick={onPress}>
          <ColorMark color={color} inverse />
          {isArmed ? `${COLOR_LABELS[color]}, sì` : COLOR_LABELS[color]}
        </button>
      ) : (
        <HeldButton
          {...shared}
          color={color}
          label={COLOR_LABELS[color]}
          act={act}
          locked={locked}
          onHint={props.onHint}
          onPick={onPress}
        >
          <ColorMark color={color} inverse />
        </HeldButton>
      )}
      <Words id={id} consequence={consequence} isArmed={isArmed} />
      {isArmed && (
        <div className={styles.armed}>
          <span className={styles.left} aria-hidden="true" />
          <Button variant="link" onClick={props.onDisarm}>
            Lascia stare
          </Button>
        </div>
      )}
    </li>
  );
}

function Words({ id, consequence, isArmed }: { id: string; consequence: Consequence; isArmed: boolean }) {
  const { words, detail, overrides } = consequence;
  if (isArmed) {
    return (
      <p id={id} className={styles.consequence} role="alert">
        <b>{overrides}</b>
        <small>Abbassa durante un’allerta: premi ancora per confermare.</small>
      </p>
    );
  }
  return (
    <p id={id} className={styles.consequence}>
      {words}
      {detail !== null && <small>{detail}</small>}
    </p>
  );
}

type Armed = { color: SignalColor; at: number };

/** The color whose second press is awaited, for ten seconds. */
function useArmed() {
  const [armed, setArmed] = useState<Armed>();
  useEffect(() => {
    if (!armed) return undefined;
    const timer = setTimeout(() => setArmed(undefined), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return {
    armed,
    arm: (color: SignalColor) => setArmed({ color, at: performance.now() }),
    disarm: () => setArmed(undefined),
  };
}
