import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mySettingsQuery } from '../api/my-settings.ts';
import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { AccessPanel } from './access-panel.tsx';
import { MySettingsForm } from './my-settings-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PeoplePanel } from './people/people-panel.tsx';
import { useCurrentUser } from './users.queries.ts';

type ProfileTab = 'password' | 'settings' | 'access' | 'people' | 'telegram';

const PASSWORD_TAB: Tab<ProfileTab> = { id: 'password', label: 'Password' };
const SETTINGS_TAB: Tab<ProfileTab> = { id: 'settings', label: 'Impostazioni' };
const ACCESS_TAB: Tab<ProfileTab> = { id: 'access', label: 'Sessioni e accesso' };
const PEOPLE_TAB: Tab<ProfileTab> = { id: 'people', label: 'Persone' };
const TELEGRAM_TAB: Tab<ProfileTab> = { id: 'telegram', label: 'Telegram' };

/**
 * The user's own password, their settings (for an admin who has any), their sessions and their linked chats.
 * `telegram` is the content of the chats' tab.
 */
export function ProfilePanel({ telegram }: { telegram: ReactNode }) {
  const mustSetUp = useMustSetUpSecondFactor();
  const [selected, setSelected] = useState<ProfileTab>();
  const first = mustSetUp ? 'access' : 'password';
  const user = useCurrentUser().data;
  const admin = user?.role === 'admin';
  // An admin has those of each Comune in 'Gestisci'.
  const mayManage = user?.role === 'user' && (user.person === undefined || user.person.duty === 'manage');
  const settings = useQuery({ ...mySettingsQuery, enabled: admin, refetchOnMount: 'always' }).data ?? [];
  const hasSettings = admin && settings.length > 0;
  const shown = selected === undefined || (selected === 'settings' && !hasSettings) ? first : selected;

  return (
    <Panel>
      <div className={layoutStyles.stack}>
        <Tabs
          label="Profilo"
          tabs={[
            PASSWORD_TAB,
            ...(hasSettings ? [SETTINGS_TAB] : []),
            ACCESS_TAB,
            ...(mayManage ? [PEOPLE_TAB] : []),
            TELEGRAM_TAB,
          ]}
          selected={shown}
          onSelect={setSelected}
        >
          {shown === 'password' && <PasswordForm />}
          {shown === 'settings' && <MySettingsForm settings={settings} />}
          {shown === 'access' && <AccessPanel />}
          {shown === 'people' && <PeoplePanel />}
          {shown === 'telegram' && telegram}
        </Tabs>
        <p className="muted">
          Semaforo è software libero, distribuito con licenza EUPL-1.2 (
          <span lang="en">Licensed under the EUPL</span>). Zone e Comuni: Dipartimento della Protezione
          Civile, CC BY 4.0.
        </p>
      </div>
    </Panel>
  );
}
