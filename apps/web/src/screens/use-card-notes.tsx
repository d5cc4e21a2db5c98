import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { cardAlertNotes } from '../alerts/card-alert-notes.ts';

const CardAlert = lazy(async () => ({ default: (await import('../alerts/card-alert.tsx')).CardAlert }));

/** What alerts mean for the cards, by device; drawn once, so that a card without news is not drawn again. */
export function useCardNotes(): ReadonlyMap<number, ReactNode> {
  const { alerts } = useAlerts();
  return useMemo(() => {
    const notes = [...cardAlertNotes(alerts)].map(([id, note]): [number, ReactNode] => [
      id,
      <Suspense key={id}>
        <CardAlert deviceId={id} {...note} />
      </Suspense>,
    ]);
    return new Map(notes);
  }, [alerts]);
}
