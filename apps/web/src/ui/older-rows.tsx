import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { PaddedPart } from './panel.tsx';

/** How far below the visible area the next page is read, so that users seldom wait. */
const AHEAD = '600px';

type OlderRowsProps = { reading: boolean; label: string; readingLabel: string; onRead: () => void };

/** The end of a list that has older rows: reads them when it comes near the visible area, or when pressed. */
export function OlderRows({ reading, label, readingLabel, onRead }: OlderRowsProps) {
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
        {reading ? readingLabel : label}
      </Button>
    </PaddedPart>
  );
}
