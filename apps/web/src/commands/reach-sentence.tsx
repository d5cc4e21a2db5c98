import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted, formatOthers } from '@semaforo/contract/domain/italian';
import { UserTextList } from '../ui/user-text-list.tsx';
import styles from './groups.module.css';
import type { Reach } from './reach.ts';

const IN_FULL = 5;

type ReachSentenceProps = {
  reach: Reach;
  type: LampDeviceType;
  /** What is said when no device is reached. */
  none: string;
  id?: string;
};

/**
 * How many devices a command reaches, and which: up to five names, then how many others; of several Comuni how many of
 * each.
 */
export function ReachSentence({ reach, type, none, id }: ReachSentenceProps) {
  const { names, comuni } = reach;
  if (names.length === 0) {
    return (
      <p className={styles.reach} id={id}>
        {none}
      </p>
    );
  }
  const listed = comuni.length > 1 ? formatComuni(comuni) : names;
  const others = listed.length - IN_FULL;
  return (
    <p className={styles.reach} id={id}>
      Il comando raggiungerà{' '}
      <b>
        {counted(names.length, DEVICE_LABELS[type])}
        {comuni.length > 1 && ` di ${comuni.length} Comuni`}
      </b>
      : <UserTextList texts={listed.slice(0, IN_FULL)} />
      {others > 0 && ` … e ${formatOthers(others)}`}
    </p>
  );
}

/** 'Valdombra 3', 'Torrealta 2': the one with most devices first. */
function formatComuni(comuni: Reach['comuni']): string[] {
  return comuni
    .toSorted((one, other) => other.names.length - one.names.length)
    .map(({ username, names }) => `${username} ${names.length}`);
}
