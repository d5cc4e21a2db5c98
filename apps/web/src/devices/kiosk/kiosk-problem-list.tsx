import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { formatOthers, wholeNumber } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { formatTimeOfDay } from '../../platform/date-format.ts';
import { UserText } from '../../ui/user-text.tsx';
import type { Owners } from '../list/use-owners.ts';
import { ProblemWords } from '../problems/problem-sentence.tsx';
import styles from './kiosk.module.css';
import { wordOf } from './kiosk-problems.ts';

const LARGE = 5;

type KioskProblemListProps = { problems: readonly DeviceStatusRecord[]; owners: Owners; linkUp: boolean };

/** The five newest problems, large enough to be read from across a room, then how many others. */
export function KioskProblemList({ problems, owners, linkUp }: KioskProblemListProps) {
  const others = problems.length - LARGE;
  return (
    <section className={styles.problems} aria-labelledby="wall-problems">
      <h2 id="wall-problems">
        Problemi {wholeNumber(problems.length)} <small>i più recenti in alto</small>
      </h2>
      <ul>
        {problems.slice(0, LARGE).map((device) => (
          <LargeProblem
            key={device.id}
            device={device}
            owner={owners?.get(device.id)?.username}
            linkUp={linkUp}
          />
        ))}
      </ul>
      {others > 0 && <p className={styles.others}>… e {formatOthers(others)}</p>}
    </section>
  );
}

type LargeProblemProps = { device: DeviceStatusRecord; owner: string | undefined; linkUp: boolean };

function LargeProblem({ device, owner, linkUp }: LargeProblemProps) {
  const view = viewStateOf(device, linkUp);
  const word = wordOf(device);
  return (
    <li className={styles.problem} data-kind={view.kind}>
      <TrafficLight view={view} />
      <div>
        <h3>
          <UserText>{labelOf(device)}</UserText>
        </h3>
        <p>
          <ProblemWords device={device} view={view} />
        </p>
        {owner !== undefined && <small>{owner}</small>}
      </div>
      {word > 0 && (
        <p className={styles.age}>
          <Age since={word} />
          <small>{formatTimeOfDay(word)}</small>
        </p>
      )}
    </li>
  );
}
