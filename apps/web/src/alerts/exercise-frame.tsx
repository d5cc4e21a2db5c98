import type { Alert } from '@semaforo/contract/api/alerts';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { END_EXERCISE } from './alert-buttons.tsx';
import { exerciseInWords, exerciseTitle } from './alert-in-words.ts';
import { useAlerts, useDecideAlert } from './alerts.queries.ts';
import styles from './exercise-frame.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** The frame round every page while an exercise is in course: it cannot be mistaken for the real thing. */
export function ExerciseFrame({ blocked }: { blocked: boolean }) {
  const { alerts } = useAlerts();
  const exercises = alerts.filter(({ drill, state }) => drill && state === 'in corso');
  if (exercises.length === 0) return null;
  return (
    <>
      <div className={styles.bar} role="status">
        {exercises.map((exercise) => (
          <Exercise key={exercise.id} exercise={exercise} blocked={blocked} />
        ))}
      </div>
      <div className={styles.frame} aria-hidden="true" />
    </>
  );
}

function Exercise({ exercise, blocked }: { exercise: Alert; blocked: boolean }) {
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
