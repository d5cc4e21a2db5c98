import type { BrokerStatus, brokerRoutes, DeviceConnectionData } from '@semaforo/contract/api/broker';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { BrokerLink, LinkStatus } from './broker-link.port.ts';
import type { BrokerConfiguration } from './configure-broker.ts';
import type { createSetReach } from './set-reach.ts';

/** The status of the link as the API and the socket send it, with the time of the server. */
export function toBrokerStatus(
  { connected, since, reason }: LinkStatus,
  { sharedLogin, now }: { sharedLogin: boolean; now: number },
): BrokerStatus {
  return { connected, since: isoTime(since), reason, sharedLogin, now: isoTime(now) };
}

export function createBrokerHandlers(options: {
  link: Pick<BrokerLink, 'status'>;
  configuration: BrokerConfiguration;
  /** Undefined: there is no broker. */
  connection: () => Promise<Omit<DeviceConnectionData, 'sharedLogin'> | undefined>;
  setReach: ReturnType<typeof createSetReach>;
  sharedLogin: boolean;
  clock: Clock;
}): Handlers<typeof brokerRoutes> {
  const { configuration, sharedLogin } = options;
  const connectionOrNone = async () => {
    const connection = await options.connection();
    return connection ? { ...connection, sharedLogin } : notFound();
  };
  return {
    getBrokerStatus: () => toBrokerStatus(options.link.status(), { sharedLogin, now: options.clock.now() }),
    getBrokerConfig: () => configuration.view(),
    saveBrokerConfig: (call) => configuration.save(call.body, authorOf(call)),
    getDeviceConnection: connectionOrNone,
    setBrokerReach: async (call) =>
      (await options.setReach(call.body.network, authorOf(call))) ?? connectionOrNone(),
    testBroker: async (call) => {
      const refused = await configuration.test(call.body, authorOf(call));
      return refused instanceof Refusal ? refused : { connected: true as const };
    },
  };
}
