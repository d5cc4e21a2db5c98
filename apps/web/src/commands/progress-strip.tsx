import type { ReactNode } from 'react';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import panelStyles from '../ui/panel.module.css';
import { Pill } from '../ui/pill.tsx';
import { FailedDevices } from './failed-devices.tsx';
import { ProgressCells } from './progress-cells.tsx';
import styles from './progress-strip.module.css';
import { shareCountInWords } from './progress-words.ts';
import { RestoreButton } from './restore-button.tsx';
import type { CommandProgressView } from './use-command-progress.ts';

type ProgressStripProps = {
  progress: CommandProgressView;
  /** The requested status, as a tag. */
  tag: ReactNode;
  /** True when nothing can be sent now. */
  disabled: boolean;
  onRetry: () => void;
  /** The command that 'Ripristina' undoes, and when it was sent; null offers no restore. */
  undoes: { commandId: number; createdAt: string } | null;
  onRestore: (commandId: number) => void;
  onClose: () => void;
};

/** The progress of a command, device by device. It stays until it is closed or replaced. */
export function ProgressStrip(props: ProgressStripProps) {
  const { progress, tag, disabled, undoes } = props;
  const { shares, createdAt } = progress;
  const { confirmed, failed, superseded, waiting, total } = shares;
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.padded} ${styles.strip}`}
      aria-label={waiting.length > 0 ? 'Comando in corso' : 'Ultimo comando'}
    >
      <div className={styles.top}>
        {tag}
        <p className={styles.count}>
          {confirmed.length}/{total} confermati
        </p>
        {failed.length > 0 && <Pill kind="err">{shareCountInWords('failed', failed.length)}</Pill>}
        {superseded.length > 0 && (
          <Pill kind="off">{shareCountInWords('superseded', superseded.length)}</Pill>
        )}
        {waiting.length > 0 && <Pill kind="wait">{shareCountInWords('waiting', waiting.length)}</Pill>}
        {createdAt !== null && (
          <span className={`muted small ${layoutStyles.push}`}>
            Inviato alle {formatTimeOfDay(createdAt)}
          </span>
        )}
        <button
          type="button"
          className={styles.close}
          aria-label="Chiudi l’avanzamento"
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <ProgressCells shares={shares} />
      <div className={styles.foot}>
        {progress.settled && <FailedDevices key={progress.commandId} failed={failed} />}
        {failed.length > 0 && (
          <Button variant="outline" size="small" disabled={disabled} onClick={props.onRetry}>
            <Icon name="retry" small />
            Riprova i falliti
          </Button>
        )}
        {undoes !== null && (
          <RestoreButton
            createdAt={undoes.createdAt}
            disabled={disabled}
            onRestore={() => props.onRestore(undoes.commandId)}
          />
        )}
      </div>
    </section>
  );
}
