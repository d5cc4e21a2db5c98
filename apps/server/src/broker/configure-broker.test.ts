import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { systemClock } from '../platform/clock.ts';
import { createBrokerConfiguration } from './configure-broker.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const IN_USE: BrokerAccess = { host: 'a.example', port: 1883, tls: false, username: 'u', password: 'p' };

const createStage = (store: () => Promise<void>) => {
  const done: string[] = [];
  const configuration = createBrokerConfiguration({
    repository: {
      find: () => Promise.resolve(undefined),
      save: async ({ host }) => {
        await store();
        done.push(`stored ${host}`);
      },
    },
    fallback: IN_USE,
    link: {
      switchTo: ({ host }) => {
        done.push(`joined ${host}`);
        return Promise.resolve(null);
      },
    },
    tryBroker: () => Promise.reject(new Error('not asked')),
    secrets: { seal: (secret) => secret, open: (sealed) => sealed },
    clock: systemClock,
  });
  const save = (host: string) => configuration.save({ broker: host, port: 1883, password: 'q' }, ACT.author);
  return { save, done };
};

test('a broker that cannot be stored is left, and the link returns to the former one', async () => {
  const { save, done } = createStage(() => Promise.reject(new Error('disk full')));
  await expect(save('b.example')).rejects.toThrow('disk full');
  expect(done).toEqual(['joined b.example', 'joined a.example']);
});

test('the broker stored last of two saved at once is also the one connected last', async () => {
  const { save, done } = createStage(() => Promise.resolve());
  await Promise.all([save('b.example'), save('c.example')]);
  expect(done).toEqual(['joined b.example', 'stored b.example', 'joined c.example', 'stored c.example']);
});
