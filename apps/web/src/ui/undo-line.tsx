import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './undo-line.module.css';

type UndoLineProps = {
  icon: IconName;
  /** What was done, and of what. */
  title: string;
  detail: string;
  undoLabel: string;
  /** Such as '0:09'. */
  left: string;
  busy: boolean;
  onUndo: () => void;
};

/** Says what was just done, and takes it back while there is time. */
export function UndoLine({ icon, title, detail, undoLabel, left, busy, onUndo }: UndoLineProps) {
  return (
    <div className={styles.undo} role="status">
      <Icon name={icon} />
      <p>
        <b>{title}</b>
        <span className="small muted">{detail}</span>
      </p>
      <Button
        variant="outline"
        size="small"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onUndo();
        }}
      >
        <Icon name="undo" small />
        {undoLabel}{' '}
        <span className="muted" aria-hidden="true">
          {Number(left.split(':')[1])} s
        </span>
      </Button>
    </div>
  );
}
