import type { Alert } from '@semaforo/contract/api/alerts';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { useDecideAlert } from './alerts.queries.ts';
import { describeExercise, exerciseTitle } from './describe-alert.ts';
import { EndDialog } from './end-dialog.tsx';
import styles from './exercise-frame.module.css';

/** What an exercise in course does to the lamps, and the way to end it. */
export function ExerciseInCourse({ exercise, blocked }: { exercise: Alert; blocked: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const ending = useDecideAlert();
  return (
    <div className={styles.exercise}>
      <strong className={styles.words}>ESERCITAZIONE</strong>
      <p className={styles.said}>
        <b>{exerciseTitle(exercise, serverNow())}</b> {describeExercise(exercise)}
        {ending.error && <> {serverSentence(ending.error, 'L’esercitazione non è terminata')}</>}
      </p>
      <Button disabled={blocked} aria-disabled={ending.isPending} onClick={() => setConfirming(true)}>
        Termina l’esercitazione
      </Button>
      {confirming && (
        <EndDialog
          alert={exercise}
          act="concludeAlert"
          onCancel={() => setConfirming(false)}
          onConfirm={(ended) => {
            setConfirming(false);
            ending.mutate({ act: 'concludeAlert', id: exercise.id, ...ended });
          }}
        />
      )}
    </div>
  );
}
