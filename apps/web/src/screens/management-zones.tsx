import { AlertPolicyChoice } from '../alerts/alert-policy.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useUsers } from '../users/admin-users.queries.ts';
import { UserZones } from '../zones/user-zones.tsx';
import { ZoneTables } from '../zones/zone-tables.tsx';
import { ZonesList } from '../zones/zones-list.tsx';

const NO_USERS: never[] = [];

/** The 'Zone' tab: the table of warning zones, and which Comune has which. */
export function ManagementZones() {
  const { data: users = NO_USERS } = useUsers();
  return (
    <div className={layoutStyles.stack}>
      <ZoneTables />
      <UserZones users={users} policyOf={(id) => <AlertPolicyChoice key={id} userId={id} />} />
      <ZonesList />
    </div>
  );
}
