import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './access-panel.module.css';
import { KiosksPanel } from './kiosks/kiosks-panel.tsx';
import { PasskeysPanel } from './passkeys/passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Who gets in as this user: the open sessions, the second factor, passkeys, and the walls. */
export function AccessPanel() {
  const mustSetUp = useMustSetUpSecondFactor();
  return (
    <>
      {mustSetUp && (
        <Notice title="Prima attiva il secondo fattore">
          Su questa console è obbligatorio per te: l’app, o una passkey. Fino ad allora il resto non si apre.
        </Notice>
      )}
      <div className={styles.access}>
        {!mustSetUp && <SessionsPanel />}
        <SecondFactorPanel />
        <PasskeysPanel />
        {!mustSetUp && <KiosksPanel />}
      </div>
    </>
  );
}
