import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { useMemo } from 'react';
import { ProblemList } from '../devices/problems/problem-list.tsx';
import { problemsAmong } from '../devices/problems/problems.ts';
import { BlinkButton } from '../lamps/blink-button.tsx';
import styles from './dashboard.module.css';
import { DashboardDock } from './dashboard-dock.tsx';
import type { ScreenTargets } from './use-targets.ts';

type DashboardNarrowProps = {
  whom: ScreenTargets;
  /** Undefined until they are read. */
  devices: readonly DeviceStatusRecord[] | undefined;
  linkUp: boolean;
};

const NONE: readonly DeviceStatusRecord[] = [];

/** What a phone shows instead of the panel of commands: the problems first, and the commands docked at its edge. */
export function DashboardNarrow({ whom, devices = NONE, linkUp }: DashboardNarrowProps) {
  const problems = useMemo(() => problemsAmong(devices, linkUp), [devices, linkUp]);
  return (
    <>
      <ProblemList problems={problems} total={devices.length} linkUp={linkUp}>
        <BlinkButton />
      </ProblemList>
      <DashboardDock whom={whom} known={devices !== NONE} problems={problems.length} />
      {devices.length > 0 && (
        <h2 className={styles.section}>
          Tutti i semafori <small>{wholeNumber(devices.length)}, per nome</small>
        </h2>
      )}
    </>
  );
}
