import type { WholeCommand } from '../api/last-command.ts';
import { ColorTag } from '../lamps/color-tag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import { Author } from './author-line.tsx';
import { formatShareCount } from './describe-progress.ts';
import { FailedDevices, FailureReasons } from './failed-devices.tsx';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';
import { useCommandShares } from './use-command-shares.ts';

/**
 * A command that failed besides the last one to the signals: to a lantern, in another Comune, or one that a newer one
 * covers only in part.
 */
export function FailedStrip({ command, onClose }: { command: WholeCommand; onClose: () => void }) {
  const { confirmed, changed, failed, total } = useCommandShares(command);
  return (
    <Strip
      edge="bad"
      label="Altro comando non confermato"
      onClose={onClose}
      head={
        <>
          {command.value === null ? <Icon name="undo" /> : <ColorTag status={command.value} small />}
          <p className={styles.count}>
            {confirmed.length > 0 ? `${confirmed.length}/${total} confermati` : 'Non confermato'}
          </p>
          {changed.length > 0 && <Pill kind="unequal">{formatShareCount('changed', changed.length)}</Pill>}
          <Pill kind="err">{formatShareCount('failed', failed.length)}</Pill>
        </>
      }
      line={<FailedDevices failed={failed} />}
    >
      <FailureReasons failed={failed} />
      <p className={styles.by}>
        <Author command={command} />
      </p>
    </Strip>
  );
}
