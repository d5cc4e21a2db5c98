import type { WholeCommand } from '../api/last-command.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** A command to few devices is sent long before. */
const APPEARS_AFTER_MS = 2000;

type StopButtonProps = { command: WholeCommand; disabled: boolean; onStop: () => void };

/** 'Ferma l’invio', while devices are known that nothing may have been sent to. */
export function StopButton({ command, disabled, onStop }: StopButtonProps) {
  const isYoung = useIsBefore(Date.parse(command.createdAt) + APPEARS_AFTER_MS);
  if (isYoung || !hasUnsent(command)) return null;
  return (
    <Button variant="outline" size="small" disabled={disabled} onClick={onStop}>
      <Icon name="close" small />
      Ferma l’invio
    </Button>
  );
}

function hasUnsent({ deliveries, total }: WholeCommand): boolean {
  return deliveries.length < total || deliveries.some(({ state }) => state === 'accettato');
}
