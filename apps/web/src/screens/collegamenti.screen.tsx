import layoutStyles from '../ui/layout.module.css';
import { useUsers } from '../users/admin-users.queries.ts';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';

/** How other systems are connected: one section for each way. */
export function CollegamentiScreen() {
  const comuni = (useUsers().data ?? []).filter(({ role }) => role === 'user');
  return (
    <div className={layoutStyles.stack}>
      <h1>Collegamenti</h1>
      <WebhooksSection comuni={comuni} />
    </div>
  );
}
