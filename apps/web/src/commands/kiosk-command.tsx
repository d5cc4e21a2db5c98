import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { useLastCommand } from '../api/use-last-command.ts';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { Pill } from '../ui/pill.tsx';
import { Author } from './author-line.tsx';
import { formatShareCount } from './describe-progress.ts';
import { FailedDevices } from './failed-devices.tsx';
import { ProgressCells } from './progress-cells.tsx';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';
import { useCommandShares } from './use-command-shares.ts';

/**
 * The last command as a wall shows it: how far it is and who gave it. Nobody acts on a wall. After five minutes it says
 * nothing of now any more: what failed is among the problems.
 */
export function KioskCommand({ cutSince }: { cutSince: number | null }) {
  const { last } = useLastCommand();
  const shares = useCommandShares(last);
  const isRecent = useIsBefore(last === null ? 0 : Date.parse(last.createdAt) + RESTORE_WITHIN_MS);
  if (last === null || shares === null || (!isRecent && shares.waiting.length === 0)) return null;
  const isCut = cutSince !== null;
  const edge = shares.failed.length + shares.changed.length > 0 ? 'bad' : 'good';
  return (
    <Strip
      edge={isCut ? 'quiet' : edge}
      label="Ultimo comando"
      stale={isCut}
      head={
        <>
          <ColorTag status={last.value} as={isCut ? 'hatched' : 'solid'} small />
          <p className={styles.count}>
            {last.origin === 'ripristino' && 'Ripristino '}
            {shares.confirmed.length}/{shares.total} confermati
          </p>
        </>
      }
      line={
        <>
          {!isCut && shares.changed.length > 0 && (
            <Pill kind="unequal">{formatShareCount('changed', shares.changed.length)}</Pill>
          )}
          <p className={styles.by}>
            {isCut ? `Ultima notizia alle ${formatTimeOfDay(cutSince)}` : <Author command={last} />}
          </p>
        </>
      }
    >
      <ProgressCells shares={shares} />
      {!isCut && <FailedDevices key={last.newestId} failed={shares.failed} />}
    </Strip>
  );
}
