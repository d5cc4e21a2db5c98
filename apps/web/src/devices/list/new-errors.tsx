import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What comes and goes while a device changes its lamps is no error to tell of. */
const HOLD_MS = 1500;

/** The devices in error: since when this page knows it (ms), and whether it was told. */
type Failing = ReadonlyMap<number, { since: number; told: boolean }>;

/**
 * Tells screen readers once which devices have gone into error and are still in it after a moment, and which of those
 * in error, told or there when the page opened, are well again.
 */
export function NewErrors({ devices }: { devices: readonly DeviceStatusRecord[] }) {
  const known = useRef<Failing>(undefined);
  const [failed, setFailed] = useState('');
  const [resolved, setResolved] = useState('');
  const look = useEffectEvent((current: readonly DeviceStatusRecord[]) => {
    const before = known.current;
    const now = performance.now();
    const failing = current.filter(({ error }) => error);
    const next = new Map(
      failing.map(({ id }) => {
        const { since, told } = before?.get(id) ?? { since: now, told: before === undefined };
        return [id, { since, told: told || now - since >= HOLD_MS }];
      }),
    );
    known.current = next;
    const isNewlyTold = ({ id }: DeviceStatusRecord) => next.get(id)?.told === true && !before?.get(id)?.told;
    const worse = before ? failing.filter(isNewlyTold) : [];
    const better = current.filter(({ id, error }) => !error && before?.get(id)?.told);
    if (worse.length > 0) setFailed(`In errore: ${worse.map(labelOf).join(', ')}`);
    if (better.length > 0) {
      setFailed('');
      setResolved(`Risolto: ${better.map(labelOf).join(', ')}`);
    } else if (worse.length > 0) setResolved('');
    return [...next.values()].some(({ told }) => !told);
  });

  useEffect(() => {
    if (!look(devices)) return undefined;
    const timer = setTimeout(() => look(devices), HOLD_MS);
    return () => clearTimeout(timer);
  }, [devices]);

  return (
    <>
      <p className="sr" aria-live="assertive" aria-atomic="true">
        {failed}
      </p>
      <p className="sr" aria-live="polite" aria-atomic="true">
        {resolved}
      </p>
    </>
  );
}
