import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { systemClock } from '../platform/clock.ts';
import type { BrokerAddress } from './broker-connection.port.ts';
import { createBrokerConfiguration } from './configure-broker.ts';

const IN_USE: BrokerAddress = { host: 'a.example', port: 1883, tls: false, username: 'u', password: 'p' };

test('a broker that cannot be stored is left again for the one in use', async () => {
  const joined: string[] = [];
  const configuration = createBrokerConfiguration({
    repository: {
      find: () => Promise.resolve(undefined),
      save: () => Promise.reject(new Error('disk full')),
    },
    fallback: IN_USE,
    link: {
      switchTo: ({ host }) => {
        joined.push(host);
        return Promise.resolve(null);
      },
    },
    connectToBroker: () => Promise.reject(new Error('not asked')),
    secrets: { seal: (secret) => secret, open: (sealed) => sealed },
    clock: systemClock,
  });
  const saved = configuration.save({ broker: 'b.example', port: 1883, password: 'q' }, ACT.author);
  await expect(saved).rejects.toThrow('disk full');
  expect(joined).toEqual(['b.example', 'a.example']);
});
