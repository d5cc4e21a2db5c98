import type { PlanOccurrence } from '@semaforo/contract/api/plans';
import { capitalised } from '../lamps/color-labels.ts';
import { Button } from '../ui/button.tsx';
import { formatTimes } from './describe-plan.ts';
import styles from './plans.module.css';

type NextTimesProps = {
  next: readonly PlanOccurrence[];
  /** Leaves out one of the days. */
  onSkip?: (day: string) => void;
};

/** The next times of a plan, numbered; a time that the clock skips says so. */
export function NextTimes({ next, onSkip }: NextTimesProps) {
  return (
    <ol className={styles.times}>
      {next.map((time) => {
        const { day, times } = formatTimes(time);
        return (
          <li key={time.day}>
            <span>
              {capitalised(day)}
              {time.moved && <b> · quella notte l’ora non esiste: un’ora dopo</b>}
            </span>
            <span className="nw">{times}</span>
            {onSkip && (
              <Button
                variant="link"
                size="small"
                aria-label={`Salta ${day}`}
                onClick={() => onSkip(time.day)}
              >
                Salta
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
