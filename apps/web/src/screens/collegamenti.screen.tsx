import { OidcSection } from '../access/oidc-section.tsx';
import { useGroups } from '../commands/groups.queries.ts';
import layoutStyles from '../ui/layout.module.css';
import { useUsers } from '../users/admin-users.queries.ts';
import { ApiKeysSection } from '../users/keys/api-keys-section.tsx';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';

/** How other systems are connected: one section for each way. */
export function CollegamentiScreen() {
  const comuni = (useUsers().data ?? []).filter(({ role }) => role === 'user');
  const groups = useGroups();
  return (
    <div className={layoutStyles.stack}>
      <h1>Collegamenti</h1>
      <ApiKeysSection comuni={comuni} groups={groups} />
      <WebhooksSection comuni={comuni} />
      <OidcSection />
    </div>
  );
}
