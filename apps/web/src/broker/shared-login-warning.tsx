import { useQuery } from '@tanstack/react-query';
import { brokerStatusQuery } from '../api/broker-status.ts';
import { Banner } from '../ui/banner.tsx';

/** Warns admins while boards may use the one password for all; nothing otherwise. */
export function SharedLoginWarning() {
  const { data } = useQuery(brokerStatusQuery);
  return (
    <div role="status">
      {data?.sharedLogin === true && (
        <Banner kind="warn" title="Le schede usano ancora la password comune">
          <p>
            Chi la conosce può parlare in nome di ogni dispositivo. Dai a ogni scheda le sue credenziali, poi
            togli EMBEDDED_BROKER_SHARED_LOGIN dalle impostazioni del server.
          </p>
        </Banner>
      )}
    </div>
  );
}
