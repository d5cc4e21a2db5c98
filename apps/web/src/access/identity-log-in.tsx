import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { IDENTITY_LOG_IN, noteIdentitySession } from '../api/identity-session.ts';
import { storeAccessToken } from '../api/session.ts';
import buttonStyles from '../ui/button.module.css';
import { Notice } from '../ui/notice.tsx';
import styles from './identity-log-in.module.css';

/** How the server sends a browser back to this page. */
const CAME_BACK = '#oidc';
const AWAY = '#oidc-away';

/**
 * The log-in with the identity of the Comune, above the local one. Who comes back from it gets a session, which
 * `onLoggedIn` is called for.
 */
export function IdentityLogIn({ name, onLoggedIn }: { name: string; onLoggedIn: () => void }) {
  const [isAway] = useState(location.hash === AWAY);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => callRoute('openOidcSession'),
    onSuccess: ({ accessToken }) => {
      noteIdentitySession(true);
      storeAccessToken(accessToken);
      onLoggedIn();
    },
  });
  useEffect(() => {
    const { hash } = location;
    if (hash !== CAME_BACK && hash !== AWAY) return;
    history.replaceState(history.state, '', location.pathname);
    if (hash === CAME_BACK) mutate();
  }, [mutate]);

  return (
    <div className={styles.identity}>
      {isAway && <Notice title={`${name} non risponde`}>Per ora entra con nome utente e password.</Notice>}
      {error && (
        <Notice title="Accesso non riuscito">{serverSentence(error, 'Errore di autenticazione')}</Notice>
      )}
      <a
        className={`${buttonStyles.button} ${buttonStyles.block}`}
        href={IDENTITY_LOG_IN}
        aria-disabled={isPending}
      >
        Accedi con {name}
      </a>
      <p className={styles.or}>oppure</p>
    </div>
  );
}
