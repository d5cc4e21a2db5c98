import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What comes and goes while a device changes its lamps is not announced. */
const HOLD_MS = 1500;
/** A timer may fire a moment before its time, so what waits is looked at again. */
const LOOK_EVERY_MS = 250;

/** The devices in error: since when this page knows it (ms), and whether it was announced. */
type Failing = ReadonlyMap<number, { since: number; announced: boolean }>;

/**
 * Announces to screen readers once which devices have gone into error and are still in it after a moment, and which of
 * those in error, announced or there when the page opened, are well again.
 */
export function NewErrors({ devices }: { devices: readonly DeviceStatusRecord[] }) {
  const known = useRef<Failing>(undefined);
  const [failed, setFailed] = useState('');
  const [resolved, setResolved] = useState('');
  const update = useEffectEvent((current: readonly DeviceStatusRecord[]) => {
    const before = known.current;
    const now = performance.now();
    const failing = current.filter(({ error, maintenance }) => error && maintenance === null);
    const next = new Map(
      failing.map(({ id }) => {
        const { since, announced } = before?.get(id) ?? { since: now, announced: before === undefined };
        return [id, { since, announced: announced || now - since >= HOLD_MS }];
      }),
    );
    known.current = next;
    const isNewlyAnnounced = ({ id }: DeviceStatusRecord) =>
      next.get(id)?.announced === true && !before?.get(id)?.announced;
    const worse = before ? failing.filter(isNewlyAnnounced) : [];
    const better = current.filter(({ id, error }) => !error && before?.get(id)?.announced);
    if (worse.length > 0) setFailed(`In errore: ${worse.map(labelOf).join(', ')}`);
    else if (better.length > 0) setFailed('');
    if (better.length > 0) setResolved(`Risolto: ${better.map(labelOf).join(', ')}`);
    else if (worse.length > 0) setResolved('');
    return [...next.values()].some(({ announced }) => !announced);
  });

  useEffect(() => {
    if (!update(devices)) return undefined;
    const timer = setInterval(() => {
      if (!update(devices)) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
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
