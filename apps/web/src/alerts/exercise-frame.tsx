import { type ComponentProps, lazy, Suspense } from 'react';
import { Line } from '../ui/line.tsx';
import { useAlerts } from './alerts.queries.ts';
import styles from './exercise-frame.module.css';

/** The first screen does without it. */
const ExerciseInCourse = lazy(async () => ({
  default: (await import('./exercise-in-course.tsx')).ExerciseInCourse,
}));

/** The frame round every page while an exercise is in course: it cannot be mistaken for the real thing. */
export function ExerciseFrame(props: Omit<ComponentProps<typeof ExerciseInCourse>, 'exercise'>) {
  const { alerts } = useAlerts();
  const exercises = alerts.filter(({ drill, state }) => drill && state === 'in corso');
  if (exercises.length === 0) return null;
  return (
    <>
      <div role="status">
        <Suspense fallback={<Line kind="exercise" title="ESERCITAZIONE" />}>
          {exercises.map((exercise) => (
            <ExerciseInCourse key={exercise.id} exercise={exercise} {...props} />
          ))}
        </Suspense>
      </div>
      <div className={styles.frame} aria-hidden="true" />
    </>
  );
}
