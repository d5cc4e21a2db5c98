import type { Health } from '@semaforo/contract/domain/system-health';
import { Age } from '../platform/age.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';
import type { PartDescription } from './describe-parts.ts';
import styles from './system.module.css';

const PILLS: Record<Health, PillKind> = {
  ok: 'ok',
  warning: 'stale',
  bad: 'err',
  unknown: 'unknown',
  off: 'off',
};

/** Each part with how it is and, where something is wrong, what to do. `isOld`: what was well is known no more. */
export function SystemParts({ parts, isOld }: { parts: readonly PartDescription[]; isOld: boolean }) {
  return (
    <ul className={styles.parts}>
      {parts.map(({ name, icon, health, word, sentence, since, advice }) => (
        <li key={name}>
          <Icon name={icon} />
          <b>{name}</b>
          <span>
            {health === 'warning' ? (
              <Pill kind="stale" icon="alert">
                {word}
              </Pill>
            ) : (
              <Pill kind={isOld && health === 'ok' ? 'stale' : PILLS[health]}>{word}</Pill>
            )}
          </span>
          <span>{sentence}</span>
          <span className={styles.age}>{since !== null && <Age since={since} />}</span>
          {advice !== null && (
            <p className={styles.advice}>
              <b>Che cosa fare.</b> {advice}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
