import styles from './switch.module.css';

type SwitchProps = { label: string; isOn: boolean; busy: boolean; onSet: (isOn: boolean) => void };

/** A rule that holds or does not, said in a word beside it. */
export function Switch({ label, isOn, busy, onSet }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isOn}
      aria-disabled={busy}
      aria-label={label}
      onClick={() => busy || onSet(!isOn)}
    >
      <b aria-hidden="true">{isOn ? 'Attiva' : 'Spenta'}</b>
      <span aria-hidden="true" />
    </button>
  );
}
