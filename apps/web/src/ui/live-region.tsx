import { useEffect, useState } from 'react';

const MIN_INTERVAL_MS = 2_000;

/** The only polite live region of a page. It announces a newer sentence at the earliest 2 s after the last one. */
export function LiveRegion({ sentence }: { sentence: string }) {
  const [spoken, setSpoken] = useState({ sentence: '', at: 0 });

  useEffect(() => {
    if (sentence === spoken.sentence) return undefined;
    const wait = Math.max(0, spoken.at + MIN_INTERVAL_MS - performance.now());
    const timer = setTimeout(() => setSpoken({ sentence, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [sentence, spoken]);

  return (
    <p className="sr" role="status">
      {spoken.sentence}
    </p>
  );
}
