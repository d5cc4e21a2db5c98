import { useId } from 'react';
import styles from './choice-list.module.css';

type ChoiceListProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string; means: string }[];
  chosen: Value;
  /** Another choice is on its way: presses do nothing. */
  busy: boolean;
  onChoose: (value: Value) => void;
};

/** One of a few choices, each with what it means below it. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { label, choices, chosen, busy, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles.list} aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === chosen}
            onChange={() => busy || onChoose(choice.value)}
          />
          <span>
            <b>{choice.label}</b>
            <span className="muted small">{choice.means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
