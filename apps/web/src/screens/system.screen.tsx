import { counted } from '@semaforo/contract/domain/italian';
import { describeParts, poorParts } from '../incidents/describe-parts.ts';
import styles from '../incidents/system.module.css';
import { useSystem } from '../incidents/system.queries.ts';
import { SystemFigures } from '../incidents/system-figures.tsx';
import { SystemParts } from '../incidents/system-parts.tsx';
import { useLinkState } from '../live/link-state.ts';
import { DownloadBackup } from '../operations/download-backup.tsx';
import { Age } from '../platform/age.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';

/** How every part of the system is, in words, with what to do where something is wrong. */
export function SystemScreen() {
  const { data: system, isError } = useSystem();
  const link = useLinkState();
  const isOld = isError || (!link.up && link.down === 'socket');
  const parts = system ? describeParts(system) : [];
  const poor = poorParts(parts);
  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.head}>
        <h1>Stato del sistema</h1>
        {system && (
          <p className="muted">
            letto alle {formatTimeOfDay(system.read_at)}, <Age since={system.read_at} />
          </p>
        )}
      </div>
      {isOld && (
        <p role="alert" className={styles.todo}>
          <Icon name="alert" />
          {system
            ? 'Lo stato non è stato letto di nuovo: quello che si vede può non essere più vero.'
            : 'Lo stato del sistema non è stato letto.'}
        </p>
      )}
      {!system && !isOld && <Loading label="Lettura dello stato del sistema" />}
      {system && (
        <>
          {poor.length > 0 && (
            <section className={styles.todo} aria-label="Da fare">
              <Icon name="alert" />
              <div>
                <p>
                  <b>{counted(poor.length, ['cosa da fare', 'cose da fare'])}</b>
                </p>
                <p>{poor.map(({ name, word }) => `${name}: ${word.toLowerCase()}`).join('; ')}.</p>
              </div>
            </section>
          )}
          <Panel padded={false} label="In cifre">
            <SystemFigures figures={system.figures} />
          </Panel>
          <Panel padded={false} label="Parti del sistema">
            <SystemParts parts={parts} isOld={isOld} />
          </Panel>
          <DownloadBackup />
        </>
      )}
    </div>
  );
}
