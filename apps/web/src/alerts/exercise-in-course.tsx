import type { Alert } from '@semaforo/contract/api/alerts';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { END_EXERCISE } from './alert-buttons.tsx';
import { exerciseInWords, exerciseTitle } from './alert-in-words.ts';
import { useDecideAlert } from './alerts.queries.ts';
import styles from './exercise-frame.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** What an exercise in course does to the lamps, and the way to end it. */
export function ExerciseInCourse({ exercise, blocked }: { exercise: Alert; blocked: boolean }) {
  const [asked, setAsked] = useState(false);
  const ending = useDecideAlert();
  return (
    <div className={styles.exercise}>
      <strong className={styles.words}>ESERCITAZIONE</strong>
      <p className={styles.said}>
        <b>{exerciseTitle(exercise, serverNow())}</b> {exerciseInWords(exercise)}
        {ending.error && <> {serverSentence(ending.error, 'L’esercitazione non è terminata')}</>}
      </p>
      <Button disabled={blocked} aria-disabled={ending.isPending} onClick={() => setAsked(true)}>
        Termina l’esercitazione
      </Button>
      {asked && (
        <ReasonDialog
          question={END_EXERCISE}
          confirmLabel="Termina"
          onCancel={() => setAsked(false)}
          onConfirm={(reason) => {
            setAsked(false);
            ending.mutate({ act: 'concludeAlert', id: exercise.id, reason });
          }}
        />
      )}
    </div>
  );
}
