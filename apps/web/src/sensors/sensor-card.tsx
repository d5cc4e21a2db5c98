import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { labelOf } from '@semaforo/contract/domain/label';
import { Link } from 'react-router';
import { ColorTag } from '../lamps/color-tag.tsx';
import { Panel } from '../ui/panel.tsx';
import { Pill } from '../ui/pill.tsx';
import { UserText } from '../ui/user-text.tsx';
import { LevelFigure } from './level-head.tsx';
import { POLICY_WORDS } from './rule-fields.ts';
import styles from './sensors.module.css';

/** A gauge in the list: how high the water stands, what that asks for, and what is wrong. */
export function SensorCard({ sensor, linkUp }: { sensor: SensorRecord; linkUp: boolean }) {
  const { id, rule, asked, silent_since: silentSince, fault } = sensor;
  return (
    <Panel as="article" label={labelOf(sensor)} className={styles.card}>
      <h2>
        <Link to={`/acqua/${id}`}>
          <UserText>{labelOf(sensor)}</UserText>
        </Link>
      </h2>
      <LevelFigure sensor={sensor} highest={null} linkUp={linkUp} />
      <p className={styles.tags}>
        {asked !== null && <ColorTag status={asked} as="requested" />}
        {silentSince !== null && <Pill kind="stale">Sensore muto</Pill>}
        {fault !== null && <Pill kind="stale">Misura {fault}</Pill>}
        <span className="muted small">
          {rule === null ? 'Misura soltanto' : POLICY_WORDS[rule.policy].label}
        </span>
      </p>
    </Panel>
  );
}
