import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useEffect, useRef, useState } from 'react';

/**
 * Tells screen readers once which devices have just gone into error. Errors that existed when the page opened are not
 * announced.
 */
export function NewErrors({ devices }: { devices: readonly DeviceStatusRecord[] }) {
  const known = useRef<ReadonlySet<number>>(undefined);
  const [sentence, setSentence] = useState('');

  useEffect(() => {
    const failing = devices.filter(({ error }) => error);
    const before = known.current;
    known.current = new Set(failing.map(({ id }) => id));
    const fresh = before && failing.filter(({ id }) => !before.has(id));
    if (fresh && fresh.length > 0) setSentence(`In errore: ${fresh.map(labelOf).join(', ')}`);
  }, [devices]);

  return (
    <p className="sr" aria-live="assertive" aria-atomic="true">
      {sentence}
    </p>
  );
}
