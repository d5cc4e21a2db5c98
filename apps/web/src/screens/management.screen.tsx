import { useState } from 'react';
import { useLocation } from 'react-router';
import { BackupLine } from '../backups/backup-line.tsx';
import { TelegramPanel } from '../bot/telegram-panel.tsx';
import { BrokerPanel } from '../broker/broker-panel.tsx';
import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { ProfilePanel } from '../users/profile-panel.tsx';
import { ManagementUsers } from './management-users.tsx';
import { ManagementZones } from './management-zones.tsx';

type TabId = 'manage' | 'zones' | 'mqtt' | 'profile';

const TABS: readonly Tab<TabId>[] = [
  { id: 'manage', label: 'Utenti' },
  { id: 'mqtt', label: 'MQTT' },
  { id: 'zones', label: 'Zone' },
  { id: 'profile', label: 'Profilo' },
];

/**
 * The administration of users and their devices, of warning zones, of the broker, and of the admin's own profile. The
 * path '/gestisci/mqtt' opens the broker tab.
 */
export function ManagementScreen() {
  const { pathname } = useLocation();
  return <ManagementTabs key={pathname} first={pathname.endsWith('/mqtt') ? 'mqtt' : 'manage'} />;
}

function ManagementTabs({ first }: { first: TabId }) {
  const [tab, setTab] = useState(first);
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
