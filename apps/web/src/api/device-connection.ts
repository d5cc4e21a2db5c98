import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Where devices find the broker in use. */
export const deviceConnectionQuery = queryOptions({
  queryKey: queryKeys.deviceConnection,
  queryFn: ({ signal }) => callRoute('getDeviceConnection', { signal }),
});

/** The options of the Mosquitto clients that lead to the broker, from where it can be tried. */
export function mosquittoOptions({
  addresses,
  loopbackOnly,
  port,
  tlsPort,
  certificate,
}: DeviceConnectionData): string {
  const host = loopbackOnly ? '127.0.0.1' : (addresses[0] ?? '127.0.0.1');
  const tls = certificate === null ? '--tls-use-os-certs' : '--cafile ca.pem';
  return `-h ${host} ${tlsPort === null ? `-p ${port}` : `-p ${tlsPort} ${tls}`}`;
}

/** What is said where only the computer of the server reaches the broker, and what changes that. */
export const LOOPBACK_ONLY = {
  title: 'Il broker ascolta solo il computer del server',
  remedy:
    'metti EMBEDDED_BROKER_HOST=0.0.0.0 nelle impostazioni del server (ambiente o file .env) e riavvialo.',
};
