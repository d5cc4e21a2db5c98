import {
  CommandReach,
  DashboardTargets,
  OpenColors,
  OpenerButtons,
  OpenForm,
  OpenGroups,
  ScheduledAlert,
} from './command-parts.tsx';
import styles from './dashboard.module.css';
import { useDashboardCommands } from './use-dashboard-commands.tsx';
import type { ScreenTargets } from './use-targets.ts';

/**
 * 'Imposta' opens for whom and the four colors, 'Pianifica' for whom and the form, over the lamps, which do not move:
 * so sending a command takes two deliberate steps. `known` is false until the devices are read.
 */
export function DashboardCommands({ targets, known }: { targets: ScreenTargets; known: boolean }) {
  const commanding = useDashboardCommands(targets, { closesOnPick: false });
  const { block, open, formOpen } = commanding;
  return (
    <section className={styles.commands} aria-label="Comandi">
      <OpenerButtons commanding={commanding} />
      {block !== null && (
        <span className="sr" id={commanding.blockId}>
          {block}
        </span>
      )}
      {(open || formOpen || commanding.scheduled) && (
        <div className={styles.panel}>
          {(open || formOpen) && known && <DashboardTargets commanding={commanding} />}
          <OpenColors commanding={commanding} />
          <OpenForm commanding={commanding} />
          {(open || formOpen) && <CommandReach commanding={commanding} />}
          <ScheduledAlert commanding={commanding} />
          {open && (
            <p className={styles.keys}>
              <kbd>Esc</kbd> chiude <kbd>R</kbd> <kbd>A</kbd> <kbd>G</kbd> <kbd>V</kbd> scelgono
              <span>Nessuna lampada cambia finché non premi.</span>
            </p>
          )}
        </div>
      )}
      <OpenGroups commanding={commanding} />
      {commanding.question}
    </section>
  );
}
