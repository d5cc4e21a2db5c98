import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import {
  CommandReach,
  DashboardTargets,
  OpenColors,
  OpenerButtons,
  OpenForm,
  ScheduledAlert,
} from './command-parts.tsx';
import styles from './dashboard.module.css';
import { useDashboardCommands } from './use-dashboard-commands.tsx';
import type { ScreenTargets } from './use-targets.ts';

/**
 * For whom, then what: 'Imposta' opens the four colors, 'Pianifica' the scheduling form, so that sending a command
 * takes two deliberate steps. `known` is false until the devices are read.
 */
export function DashboardCommands({ whom, known }: { whom: ScreenTargets; known: boolean }) {
  const commanding = useDashboardCommands(whom, { oneAtATime: false });
  return (
    <Panel className={styles.commands} label="Comandi">
      <div className={styles.whom}>{known && <DashboardTargets whom={whom} />}</div>
      <div className={`${layoutStyles.row} ${styles.bar}`}>
        <OpenerButtons commanding={commanding} icons={false} />
        {commanding.block !== null && (
          <p className={`small muted ${styles.note}`} id={commanding.blockId}>
            {commanding.block}
          </p>
        )}
        <div className={styles.note}>
          <CommandReach commanding={commanding} whom={whom} />
        </div>
      </div>
      <OpenColors commanding={commanding} />
      <OpenForm commanding={commanding} whom={whom} />
      <ScheduledAlert commanding={commanding} />
      {commanding.question}
    </Panel>
  );
}
