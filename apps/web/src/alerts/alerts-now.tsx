import { lazy, Suspense } from 'react';
import styles from './alerts.module.css';
import { useAlerts } from './alerts.queries.ts';

/** Most days there is none, and the first screen does without it. */
const AlertCard = lazy(async () => ({ default: (await import('./alert-card.tsx')).AlertCard }));

/** What is proposed, in course or awaits a person, for a page that is about something else; nothing without any. */
export function AlertsNow({
  isOld,
  block,
  username,
}: {
  isOld: boolean;
  block: string | null;
  /** Who looks. */
  username: string | undefined;
}) {
  const { alerts } = useAlerts();
  const now = alerts.filter(
    ({ state, awaits }) => state === 'proposta' || state === 'in corso' || awaits !== null,
  );
  if (now.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Allerte proposte e in corso">
      <Suspense fallback={null}>
        {now.map((alert) => (
          <AlertCard key={alert.id} alert={alert} isOld={isOld} block={block} username={username} />
        ))}
      </Suspense>
    </section>
  );
}
