import type { OtherFailure } from '../api/last-command.ts';
import { ColorTag } from '../lamps/color-tag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import { Author } from './author-line.tsx';
import { sharesOf } from './command-shares.ts';
import { FailedDevices } from './failed-devices.tsx';
import { shareCountInWords } from './progress-words.ts';
import styles from './strip.module.css';
import { Strip } from './strip.tsx';

/**
 * A command that failed besides the last one to the signals: to a lantern, in another Comune, or one that a newer one
 * covers only in part. What of it stands is told with what failed.
 */
export function FailedStrip({ command, onClose }: { command: OtherFailure; onClose: () => void }) {
  const { failed } = sharesOf(command);
  const { confirmed, standing } = command;
  return (
    <Strip
      edge="bad"
      label="Altro comando non confermato"
      onClose={onClose}
      head={
        <>
          {command.value === null ? <Icon name="undo" /> : <ColorTag status={command.value} small />}
          <p className={styles.count}>
            {confirmed > 0 ? `${confirmed}/${standing} confermati` : 'Non confermato'}
          </p>
          <Pill kind="err">{shareCountInWords('failed', failed.length)}</Pill>
        </>
      }
    >
      <div className={styles.foot}>
        <FailedDevices failed={failed} />
        <p className={styles.by}>
          <Author command={command} />
        </p>
      </div>
    </Strip>
  );
}
