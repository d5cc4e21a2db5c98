import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { systemClock } from '../platform/clock.ts';
import type { Refusal } from '../platform/refusal.ts';
import { createBrokerConfiguration } from './configure-broker.ts';
import { NO_ANSWER, sentenceOfFailure } from './connection-failure.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const IN_USE: BrokerAccess = { host: 'a.example', port: 1883, tls: false, username: 'u', password: 'p' };

const FAILURES: Record<string, string> = {
  'closed.example': sentenceOfFailure(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
  'absent.example': sentenceOfFailure(Object.assign(new Error(), { code: 'ENOTFOUND' })),
  'ssh.example': sentenceOfFailure(Object.assign(new Error(), { code: 'ECONNRESET' })),
  'odd.example': sentenceOfFailure(new Error('Invalid header flag bits')),
  'silent.example': NO_ANSWER,
  'strict.example': sentenceOfFailure(Object.assign(new Error(), { code: 5 })),
};

const createStage = (store: () => Promise<void>, { isStarted = true } = {}) => {
  const done: string[] = [];
  const tried: [string, string | null][] = [];
  const configuration = createBrokerConfiguration({
    repository: {
      find: () => Promise.resolve(undefined),
      save: async ({ host }) => {
        await store();
        done.push(`stored ${host}`);
      },
      recordTrial: ({ host, failure }) => Promise.resolve(void tried.push([host, failure])),
    },
    fallback: IN_USE,
    link: {
      switchTo: ({ host }) => {
        done.push(`joined ${host}`);
        return Promise.resolve(null);
      },
      address: () => (isStarted ? IN_USE : undefined),
      isStarted: () => isStarted,
    },
    saved: () => done.push('announced'),
    tryBroker: ({ host }) => Promise.resolve(FAILURES[host] ?? null),
    secrets: { seal: (secret) => secret, open: (sealed) => sealed },
    clock: systemClock,
    logger: { warn: () => undefined },
    guard: (_trial, run) => run(),
  });
  const save = (host: string) => configuration.save({ broker: host, port: 1883, password: 'q' }, ACT.author);
  return { save, done, tried, configuration };
};

test('a broker that cannot be stored is left, and the link returns to the former one', async () => {
  const { save, done } = createStage(() => Promise.reject(new Error('disk full')));
  await expect(save('b.example')).rejects.toThrow('disk full');
  expect(done).toEqual(['joined b.example', 'joined a.example']);
});

test('the broker stored last of two saved at once is also the one connected last', async () => {
  const { save, done } = createStage(() => Promise.resolve());
  await Promise.all([save('b.example'), save('c.example')]);
  expect(done).toEqual([
    ...['joined b.example', 'stored b.example', 'announced'],
    ...['joined c.example', 'stored c.example', 'announced'],
  ]);
});

test('what a peer says before this server has started connects it to nothing', async () => {
  const { configuration, done } = createStage(() => Promise.resolve(), { isStarted: false });
  await configuration.follow();
  expect(done).toEqual([]);
});

test('a trial says the same whatever listens there, unless a broker refuses; each leaves a row', async () => {
  const { configuration, tried } = createStage(() => Promise.resolve());
  const failureOf = async (broker: string) => {
    const refused = await configuration.test({ broker, port: 22, password: 'q' }, ACT.author);
    return (refused as Refusal | undefined)?.message;
  };
  const hosts = ['closed.example', 'absent.example', 'ssh.example', 'odd.example', 'silent.example'];
  const failures = await Promise.all(hosts.map(failureOf));
  expect(new Set(failures)).toEqual(
    new Set([
      'Nessun broker utilizzabile risponde a questo indirizzo: controlla host, porta, TLS e certificato',
    ]),
  );
  expect(await failureOf('strict.example')).toBe('Il broker rifiuta username o password');
  expect(await failureOf('b.example')).toBeUndefined();
  expect(tried).toHaveLength(7);
  expect(tried.at(-1)).toEqual(['b.example', null]);
});

test('another host, another port, TLS or no TLS any more ask for the password again', async () => {
  const { configuration } = createStage(() => Promise.resolve());
  const tried = async (broker: string, port: number) =>
    (await configuration.test({ broker, port }, ACT.author))?.code;
  expect(await tried('a.example', 1883)).toBeUndefined();
  expect(await tried('mqtts://a.example', 1883)).toBe('password-required');
  expect(await tried('a.example', 8883)).toBe('password-required');
  expect(await tried('b.example', 1883)).toBe('password-required');
});
