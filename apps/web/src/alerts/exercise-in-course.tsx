import type { Alert } from '@semaforo/contract/api/alerts';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Line } from '../ui/line.tsx';
import { useDecideAlert } from './alerts.queries.ts';
import { describeExercise, exerciseTitle } from './describe-alert.ts';
import { EndDialog } from './end-dialog.tsx';

type ExerciseInCourseProps = {
  exercise: Alert;
  blocked: boolean;
  /** On a wall, where nobody ends it. */
  watched?: boolean;
};

/** What an exercise in course does to the lamps, and the way to end it. */
export function ExerciseInCourse({ exercise, blocked, watched = false }: ExerciseInCourseProps) {
  const [confirming, setConfirming] = useState(false);
  const ending = useDecideAlert();
  return (
    <>
      <Line
        kind="exercise"
        title="ESERCITAZIONE"
        actions={
          !watched && (
            <Button
              variant="outline"
              aria-label="Termina l’esercitazione"
              disabled={blocked}
              aria-disabled={ending.isPending}
              onClick={() => setConfirming(true)}
            >
              Termina
            </Button>
          )
        }
      >
        {ending.error ? (
          <b role="alert">{serverSentence(ending.error, 'L’esercitazione non è terminata')}</b>
        ) : (
          <>
            {describeExercise(exercise)} {exerciseTitle(exercise, serverNow())}
          </>
        )}
      </Line>
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
    </>
  );
}
