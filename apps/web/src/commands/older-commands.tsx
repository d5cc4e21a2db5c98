import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { PaddedPart } from '../ui/panel.tsx';

/** How far below the visible area the next page is read, so that users seldom wait. */
const AHEAD = '600px';

/** The end of a history that has older commands: reads them when it comes near the visible area, or when pressed. */
export function OlderCommands({ reading, onRead }: { reading: boolean; onRead: () => void }) {
  const foot = useRef<HTMLDivElement>(null);
  const readOn = useEffectEvent(onRead);

  // A new observer after each page: it reports at once when the end is still near.
  useEffect(() => {
    if (foot.current === null || reading) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) readOn();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(foot.current);
    return () => watch.disconnect();
  }, [reading]);

  return (
    <PaddedPart ref={foot}>
      <Button
        variant="outline"
        size="small"
        aria-disabled={reading}
        onClick={() => {
          if (!reading) onRead();
        }}
      >
        {reading ? 'Lettura in corso…' : 'Mostra i precedenti'}
      </Button>
    </PaddedPart>
  );
}
