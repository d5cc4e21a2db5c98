import { useLocation, useSearchParams } from 'react-router';
import { AlertPolicyChoice } from '../alerts/alert-policy.tsx';
import { TelegramPanel } from '../bot/telegram-panel.tsx';
import { BrokerPanel } from '../broker/broker-panel.tsx';
import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { UserZones } from '../bulletins/user-zones.tsx';
import { ZoneTables } from '../bulletins/zone-tables.tsx';
import { ZonesList } from '../bulletins/zones-list.tsx';
import { BackupLine } from '../operations/backup-line.tsx';
import layoutStyles from '../ui/layout.module.css';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { useUsers } from '../users/admin-users.queries.ts';
import { ProfilePanel } from '../users/profile-panel.tsx';
import { ManagementUsers } from './management-users.tsx';

const NO_USERS: never[] = [];

type TabId = 'manage' | 'zones' | 'mqtt' | 'profile';

const TABS: readonly Tab<TabId>[] = [
  { id: 'manage', label: 'Utenti' },
  { id: 'mqtt', label: 'MQTT' },
  { id: 'zones', label: 'Zone' },
  { id: 'profile', label: 'Profilo' },
];

const TAB_PARAMETER = 'scheda';

/**
 * The administration of users and their devices, of warning zones, of the broker, and of the admin's own profile. The
 * path '/gestisci/mqtt' opens the broker tab; the tab that was chosen is in the address, so a reload keeps it.
 */
export function ManagementScreen() {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const first = pathname.endsWith('/mqtt') ? 'mqtt' : 'manage';
  const tab = TABS.find(({ id }) => id === parameters.get(TAB_PARAMETER))?.id ?? first;
  const setTab = (id: TabId) => setParameters({ [TAB_PARAMETER]: id }, { replace: true });
  return (
    <>
      <h1>Gestione</h1>
      <SharedLoginWarning />
      <BackupLine />
      <Tabs label="Gestione" tabs={TABS} selected={tab} onSelect={setTab}>
        {tab === 'manage' && <ManagementUsers />}
        {tab === 'zones' && <ManagementZones />}
        {tab === 'mqtt' && <BrokerPanel />}
        {tab === 'profile' && <ProfilePanel telegram={<TelegramPanel />} />}
      </Tabs>
    </>
  );
}

/** The 'Zone' tab: the table of warning zones, and which Comune has which. */
function ManagementZones() {
  const { data: users = NO_USERS } = useUsers();
  return (
    <div className={layoutStyles.stack}>
      <ZoneTables />
      <UserZones users={users} policyOf={(id) => <AlertPolicyChoice key={id} userId={id} />} />
      <ZonesList />
    </div>
  );
}
