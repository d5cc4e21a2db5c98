import { usePageChoice } from '../platform/page-choice.ts';
import { Button } from '../ui/button.tsx';
import { blinkStopped } from './blink.ts';

/** Stops what blinks on the page, or lets it go on. */
export function BlinkButton() {
  const stopped = usePageChoice(blinkStopped);
  return (
    <Button variant="link" onClick={blinkStopped.toggle}>
      {stopped ? 'Riprendi il lampeggio' : 'Ferma il lampeggio'}
    </Button>
  );
}
