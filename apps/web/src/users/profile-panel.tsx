import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySettingsQuery } from '../api/my-settings.ts';
import { Panel } from '../ui/panel.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { MySettingsForm } from './my-settings-form.tsx';
import { PasswordForm } from './password-form.tsx';
import './profile.css';
import { useCurrentUser } from './use-current-user.ts';

type ProfileTab = 'password' | 'settings';

const PASSWORD_TAB: Tab<ProfileTab> = { id: 'password', label: 'Password' };
const SETTINGS_TAB: Tab<ProfileTab> = { id: 'settings', label: 'Impostazioni' };

/** One's own password and, for an admin who has any, one's own settings. */
export function ProfilePanel() {
  const [selected, setSelected] = useState<ProfileTab>('password');
  const admin = useCurrentUser().data?.role === 'admin';
  const settings = useQuery({ ...mySettingsQuery, enabled: admin }).data ?? [];
  const hasSettings = admin && settings.length > 0;
  const shown = hasSettings ? selected : 'password';

  return (
    <Panel>
      <div className="stack">
        <Tabs
          label="Profilo"
          tabs={hasSettings ? [PASSWORD_TAB, SETTINGS_TAB] : [PASSWORD_TAB]}
          selected={shown}
          onSelect={setSelected}
        >
          {shown === 'settings' ? <MySettingsForm settings={settings} /> : <PasswordForm />}
        </Tabs>
      </div>
    </Panel>
  );
}
