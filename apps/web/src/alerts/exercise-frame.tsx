import { useAlerts } from './alerts.queries.ts';
import styles from './exercise-frame.module.css';

/** The frame round every page while an exercise is in course: it cannot be mistaken for the real thing. */
export function ExerciseFrame() {
  const { alerts } = useAlerts();
  if (!alerts.some(({ drill, state }) => drill && state === 'in corso')) return null;
  return (
    <>
      <p className={styles.words} role="status">
        ESERCITAZIONE
      </p>
      <div className={styles.frame} aria-hidden="true" />
    </>
  );
}
