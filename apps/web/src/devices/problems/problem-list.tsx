import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted, wholeNumber } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { Icon } from '../../ui/icon.tsx';
import panelStyles from '../../ui/panel.module.css';
import { UserText } from '../../ui/user-text.tsx';
import { ProblemWords } from './problem-sentence.tsx';
import styles from './problems.module.css';

/** Where the count of the problems in the dock leads. */
export const PROBLEMS_ID = 'problemi';

type ProblemListProps = {
  problems: readonly DeviceStatusRecord[];
  /** How many signals there are, well or not. */
  total: number;
  linkUp: boolean;
  /** Stands beside the heading. */
  children?: ReactNode;
};

/** The signals that someone has to look at, each leading to its page; nothing while all is well. */
export function ProblemList({ problems, total, linkUp, children }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby={PROBLEMS_ID}>
      <div className={styles.head}>
        <h2 id={PROBLEMS_ID} tabIndex={-1}>
          Problemi{' '}
          <small>
            {wholeNumber(problems.length)} di {counted(total, ['semaforo', 'semafori'])}
          </small>
        </h2>
        {children}
      </div>
      <ul>
        {problems.map((device) => (
          <li key={device.id}>
            <Problem device={device} linkUp={linkUp} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problem({ device, linkUp }: { device: DeviceStatusRecord; linkUp: boolean }) {
  const view = viewStateOf(device, linkUp);
  return (
    <Link
      className={`${panelStyles.panel} ${styles.problem}`}
      data-kind={view.kind}
      to={`/devices/${device.id}`}
    >
      <TrafficLight view={view} />
      <span className={styles.words}>
        <b>
          <UserText>{labelOf(device)}</UserText>
        </b>
        <ProblemWords device={device} view={view} />
        {view.requested !== null && <small>In attesa: {view.requested}</small>}
        {device.updated_at !== null && (
          <small>
            <Age since={device.updated_at} />
          </small>
        )}
      </span>
      <Icon name="chevron" small />
    </Link>
  );
}
