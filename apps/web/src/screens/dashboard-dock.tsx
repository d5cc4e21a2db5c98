import { InFrame } from '../ui/frame-places.tsx';
import {
  CommandReach,
  DashboardTargets,
  OpenColors,
  OpenerButtons,
  OpenForm,
  OpenGroups,
  ScheduledAlert,
} from './command-parts.tsx';
import styles from './dashboard-dock.module.css';
import { useDashboardCommands } from './use-dashboard-commands.tsx';
import type { ScreenTargets } from './use-targets.ts';

type DashboardDockProps = { targets: ScreenTargets; known: boolean };

/** The commands of a phone, at its lower edge: a bar, and above it what its buttons open. */
export function DashboardDock({ targets, known }: DashboardDockProps) {
  const commanding = useDashboardCommands(targets, { closesOnPick: true });
  const { block, open, formOpen } = commanding;
  return (
    <InFrame place="dock">
      {(open || formOpen) && (
        <section className={styles.sheet} data-sheet aria-label={open ? 'Imposta' : 'Pianifica'}>
          {known && <DashboardTargets commanding={commanding} />}
          <CommandReach commanding={commanding} />
          <OpenColors commanding={commanding} />
          <OpenForm commanding={commanding} />
        </section>
      )}
      <ScheduledAlert commanding={commanding} />
      {block !== null && (
        <span className="sr" id={commanding.blockId}>
          {block}
        </span>
      )}
      <section className={styles.bar} aria-label="Comandi">
        <OpenerButtons commanding={commanding} />
      </section>
      <OpenGroups commanding={commanding} />
      {commanding.question}
    </InFrame>
  );
}
