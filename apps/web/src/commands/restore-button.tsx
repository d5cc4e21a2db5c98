import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { useTimeLeft } from '../platform/time-left.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

type RestoreButtonProps = { createdAt: string; disabled: boolean; onRestore: () => void };

/** 'Ripristina' with the time left; it disappears when the time is over. */
export function RestoreButton({ createdAt, disabled, onRestore }: RestoreButtonProps) {
  const until = Date.parse(createdAt) + RESTORE_WITHIN_MS;
  const left = useTimeLeft(until, RESTORE_WITHIN_MS);
  if (left === null) return null;
  return (
    <Button variant="outline" size="small" disabled={disabled} onClick={onRestore}>
      <Icon name="undo" small />
      Ripristina <span className="muted">{left}</span>
    </Button>
  );
}
