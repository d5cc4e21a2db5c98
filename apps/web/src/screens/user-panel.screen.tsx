import { TelegramPanel } from '../bot/telegram-panel.tsx';
import { ProfilePanel } from '../users/profile-panel.tsx';

/** The user's own page. */
export function UserPanelScreen() {
  return (
    <>
      <h1>Pannello Utente</h1>
      <ProfilePanel telegram={<TelegramPanel />} />
    </>
  );
}
