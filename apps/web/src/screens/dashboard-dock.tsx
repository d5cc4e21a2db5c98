import { wholeNumber } from '@semaforo/contract/domain/italian';
import { PROBLEMS_ID } from '../devices/problems/problem-list.tsx';
import { Docked } from '../ui/dock.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  CommandReach,
  DashboardTargets,
  OpenColors,
  OpenerButtons,
  OpenForm,
  ScheduledAlert,
} from './command-parts.tsx';
import styles from './dashboard-dock.module.css';
import { useDashboardCommands } from './use-dashboard-commands.tsx';
import type { ScreenTargets } from './use-targets.ts';

type DashboardDockProps = { whom: ScreenTargets; known: boolean; problems: number };

/** The commands of a phone, at its lower edge: a bar, and above it what its buttons open. */
export function DashboardDock({ whom, known, problems }: DashboardDockProps) {
  const commanding = useDashboardCommands(whom, { oneAtATime: true });
  const { block, open, formOpen } = commanding;
  return (
    <Docked>
      {(open || formOpen) && (
        <section className={styles.sheet} data-sheet aria-label={open ? 'Imposta' : 'Pianifica'}>
          {known && <DashboardTargets whom={whom} />}
          <CommandReach commanding={commanding} whom={whom} />
          <OpenColors commanding={commanding} />
          <OpenForm commanding={commanding} whom={whom} />
        </section>
      )}
      <ScheduledAlert commanding={commanding} />
      {block !== null && (
        <p className={styles.reason} id={commanding.blockId}>
          {block}
        </p>
      )}
      <section className={styles.bar} aria-label="Comandi">
        <OpenerButtons commanding={commanding} icons />
        <ProblemsButton count={problems} />
      </section>
      {commanding.question}
    </Docked>
  );
}

/** How many problems there are; pressed, it leads to their list. */
function ProblemsButton({ count }: { count: number }) {
  return (
    <button
      type="button"
      className={styles.problems}
      data-none={count === 0}
      aria-label={count === 0 ? 'Nessun problema' : `Problemi: ${wholeNumber(count)}`}
      onClick={showProblems}
    >
      <Icon name={count === 0 ? 'check' : 'alert'} />
      <b>{wholeNumber(count)}</b>
    </button>
  );
}

/** To the heading of the list, which scrolls into view; without problems to the top of the page. */
function showProblems() {
  const heading = document.getElementById(PROBLEMS_ID);
  if (heading === null) {
    scrollTo({ top: 0 });
    return;
  }
  heading.focus();
}
