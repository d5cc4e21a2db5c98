import type { Client } from '@semaforo/client';
import type { PasskeyProof } from '@semaforo/contract/api/passkey-proof';
import { PASSKEYS_AT_MOST } from '@semaforo/contract/api/passkeys';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { createSoftwarePasskey, type Said } from '../../../test/software-passkey.ts';
import { testEngines } from '../../../test/test-database.ts';

const ORIGIN = 'https://semaforo.valdombra.example';
const HOST = new URL(ORIGIN).hostname;
const MINUTE_MS = 60_000;
const WRONG = { status: 401, error: { code: 'wrong-passkey' } };

type Authenticator = ReturnType<typeof createSoftwarePasskey>;

let api: ApiServer;
let now = Date.now();
const later = (minutes: number) => {
  now += minutes * MINUTE_MS;
};
const start = (engine: 'sqlite' | 'postgres', more: { requireSecondFactor?: 'all' } = {}) =>
  startApi(engine, { clock: { now: () => now }, publicOrigin: ORIGIN, ...more });

const said = (options: Record<string, unknown>, more: Partial<Said> = {}): Said => ({
  ...{ challenge: String(options.challenge), origin: ORIGIN, rpId: HOST, ...more },
});

async function add(client: Client, authenticator: Authenticator, name = 'Telefono') {
  const { ticket, options } = await client('beginPasskey');
  return client('addPasskey', { body: { ticket, name, credential: authenticator.make(said(options)) } });
}

async function answer(authenticator: Authenticator, more: Partial<Said> = {}): Promise<PasskeyProof> {
  const { ticket, options } = await api.clientOf()('beginPasskeyLogIn');
  return { ticket, credential: authenticator.answer(said(options, more)) };
}

const logInBy = (body: PasskeyProof & { username?: string }) =>
  api.clientOf().attempt('openPasskeySession', { body });

describe.each(testEngines())('passkeys on %s', (engine) => {
  beforeEach(async () => {
    api = await start(engine);
    await api.addUser('valdombra');
  });
  afterEach(() => api.stop());

  test('one logs its user in without name and password, and is listed with its last use', async () => {
    const client = await api.logIn('valdombra');
    const phone = createSoftwarePasskey();
    const { id } = await add(client, phone);
    const opened = await logInBy(await answer(phone));
    if (!opened.ok) throw new Error(`answered ${opened.status}`);
    expect(await api.clientOf(opened.answer.accessToken)('getMe')).toMatchObject({ username: 'valdombra' });
    expect(await client('listPasskeys')).toEqual([
      {
        ...{ id, name: 'Telefono', synced: false },
        created_at: new Date(now).toISOString(),
        last_used: new Date(now).toISOString(),
      },
    ]);
    const rows = await api.database.db.selectFrom('audit').select(['action', 'after']).execute();
    expect(rows.filter(({ action }) => action === 'users.log-in').at(-1)?.after).toContain('passkey');
  });

  test('with one the password alone opens no session; a recovery code beside it does, once', async () => {
    const client = await api.logIn('valdombra');
    const { recoveryCodes } = await add(client, createSoftwarePasskey());
    expect(recoveryCodes).toHaveLength(10);
    const REQUIRED = { status: 401, error: { code: 'passkey-required' } };
    expect(await api.tryLogIn({ username: 'valdombra' })).toMatchObject(REQUIRED);
    const [code = ''] = recoveryCodes;
    expect(await api.tryLogIn({ username: 'valdombra', code })).toMatchObject({ status: 200 });
    expect(await api.tryLogIn({ username: 'valdombra', code })).toMatchObject({ status: 401 });
    // The next passkey leaves the codes that were printed.
    expect(await add(client, createSoftwarePasskey(), 'Chiave')).toMatchObject({ recoveryCodes: [] });
  });

  test('the last one takes the recovery codes with it, and the password is enough again', async () => {
    const client = await api.logIn('valdombra');
    const phone = createSoftwarePasskey();
    const { id } = await add(client, phone);
    await api.addUser('altrove');
    const other = await api.logIn('altrove');
    expect(await other.attempt('deletePasskey', { params: { id } })).toMatchObject({ status: 404 });
    await client('deletePasskey', { params: { id } });
    expect(await client('listPasskeys')).toEqual([]);
    expect(await client('getSecondFactor')).toMatchObject({ recoveryCodesLeft: 0 });
    expect(await logInBy(await answer(phone))).toMatchObject(WRONG);
    expect(await api.tryLogIn({ username: 'valdombra' })).toMatchObject({ status: 200 });
  });

  test('it proves again who uses a session, whose it is alone', async () => {
    const client = await api.logIn('valdombra');
    const phone = createSoftwarePasskey();
    await add(client, phone);
    await api.addUser('altrove');
    const other = await api.logIn('altrove');
    later(11);
    expect(await client.attempt('beginPasskey')).toMatchObject({ error: { code: 'step-up-required' } });
    const proveBy = async (by: Client) =>
      by.attempt('proveAgain', { body: { passkey: await answer(phone) } });
    expect(await proveBy(other)).toMatchObject({ status: 400, error: { code: 'wrong-passkey' } });
    expect(await proveBy(client)).toMatchObject({ status: 204 });
    expect(await client.attempt('beginPasskey')).toMatchObject({ status: 200 });
  });

  test('a device is added once, and a user has no more than some', async () => {
    const client = await api.logIn('valdombra');
    const phone = createSoftwarePasskey();
    await add(client, phone);
    await expect(add(client, phone)).rejects.toMatchObject({ status: 409, code: 'passkey-known' });
    for (let count = 1; count < PASSKEYS_AT_MOST; count++) await add(client, createSoftwarePasskey());
    await expect(add(client, createSoftwarePasskey())).rejects.toMatchObject({ code: 'too-many-passkeys' });
  });

  test('an admin removes those of who lost them, with app and codes', async () => {
    const client = await api.logIn('valdombra');
    await add(client, createSoftwarePasskey());
    await api.addUser('capo', 'admin');
    const admin = await api.logIn('capo');
    const { users } = await admin('listUsers');
    const id = users.find(({ username }) => username === 'valdombra')?.id ?? 0;
    await admin('resetSecondFactor', { params: { id } });
    expect(await client('listPasskeys')).toEqual([]);
    expect(await api.tryLogIn({ username: 'valdombra' })).toMatchObject({ status: 200 });
  });
});

test('where a second factor is demanded of all, a passkey is one', async () => {
  api = await start('sqlite', { requireSecondFactor: 'all' });
  await api.addUser('valdombra');
  const client = await api.logIn('valdombra');
  expect(await client.attempt('listSessions')).toMatchObject({
    error: { code: 'second-factor-setup-required' },
  });
  await add(client, createSoftwarePasskey());
  expect(await client.attempt('listSessions')).toMatchObject({ status: 200 });
  await api.stop();
});

/** Answers that a thief, a page of another address or a device that was copied could give. */
const FORGED: Record<string, (phone: Authenticator) => Promise<PasskeyProof & { username?: string }>> = {
  'another challenge': (phone) => answer(phone, { challenge: 'aW52ZW50YXRv' }),
  'an empty challenge': (phone) => answer(phone, { challenge: '' }),
  'the page of another host': (phone) => answer(phone, { origin: 'https://semaforo.valdombra.example.evil' }),
  'the page without encryption': (phone) => answer(phone, { origin: `http://${HOST}` }),
  'another port': (phone) => answer(phone, { origin: `${ORIGIN}:8443` }),
  'a passkey of another host': (phone) => answer(phone, { rpId: 'valdombra.example' }),
  'the type of another act': (phone) => answer(phone, { type: 'webauthn.create' }),
  'no one was there': (phone) => answer(phone, { flags: 0 }),
  'no one proved to be its person': (phone) => answer(phone, { flags: 1 }),
  'a counter that went back': (phone) => answer(phone, { counter: 4 }),
  'the counter of the last time': (phone) => answer(phone, { counter: 5 }),
  'a key that is not the one': async (phone) => {
    const { ticket, credential } = await answer(createSoftwarePasskey(), { counter: 6 });
    return { ticket, credential: { ...credential, id: phone.id, rawId: phone.id } };
  },
  'a passkey that no one added': () => answer(createSoftwarePasskey()),
  'a signature of another answer': async (phone) => {
    const { ticket, credential } = await answer(phone, { counter: 6 });
    const { credential: other } = await answer(phone, { counter: 7 });
    const response = { ...credential.response, signature: other.response.signature };
    return { ticket, credential: { ...credential, response } };
  },
  'no signature': async (phone) => {
    const { ticket, credential } = await answer(phone, { counter: 6 });
    return { ticket, credential: { ...credential, response: { ...credential.response, signature: '' } } };
  },
  'authenticator data cut short': async (phone) => {
    const { ticket, credential } = await answer(phone, { counter: 6 });
    return {
      ticket,
      credential: { ...credential, response: { ...credential.response, authenticatorData: 'AA' } },
    };
  },
  'client data that is no JSON': async (phone) => {
    const { ticket, credential } = await answer(phone, { counter: 6 });
    return {
      ticket,
      credential: { ...credential, response: { ...credential.response, clientDataJSON: 'AA' } },
    };
  },
  'the ticket of another challenge': async (phone) => {
    const [{ ticket }, { credential }] = [await answer(phone), await answer(phone, { counter: 6 })];
    return { ticket, credential };
  },
  'the ticket of a new passkey': async (phone) => {
    const { ticket, options } = await (await api.logIn('altrove'))('beginPasskey');
    return { ticket, credential: phone.answer(said(options, { counter: 6 })) };
  },
  'a ticket that was made up': async (phone) => ({
    ...(await answer(phone, { counter: 6 })),
    ticket: 'inventato',
  }),
  'a challenge of six minutes ago': async (phone) => {
    const given = await answer(phone, { counter: 6 });
    later(6);
    return given;
  },
  'another user than the one who began': async (phone) => ({
    ...(await answer(phone, { counter: 6 })),
    username: 'altrove',
  }),
};

describe('an answer that is not what it seems opens no session', () => {
  const phone = createSoftwarePasskey();
  beforeAll(async () => {
    api = await start('sqlite');
    await api.addUser('valdombra');
    await api.addUser('altrove');
    await add(await api.logIn('valdombra'), phone);
    const first = await answer(phone, { counter: 5 });
    expect(await logInBy(first)).toMatchObject({ status: 200 });
    // Nor does one that did, a second time.
    expect(await logInBy(first)).toMatchObject(WRONG);
  });
  afterAll(() => api.stop());

  test.each(Object.entries(FORGED))('%s', async (_name, forge) => {
    expect(await logInBy(await forge(phone))).toMatchObject(WRONG);
  });

  test('but the true one does afterwards, so that none of them was refused for another reason', async () => {
    const given = { ...(await answer(phone, { counter: 10 })), username: 'VALDOMBRA' };
    expect(await logInBy(given)).toMatchObject({ status: 200 });
  });

  test('a passkey that was made elsewhere, or for another user, is not added', async () => {
    const other = await api.logIn('altrove');
    const { ticket, options } = await other('beginPasskey');
    const made = createSoftwarePasskey();
    for (const more of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { flags: 1 }]) {
      const again = await other('beginPasskey');
      const credential = made.make(said(again.options, more));
      const body = { ticket: again.ticket, name: 'Telefono', credential };
      expect(await other.attempt('addPasskey', { body })).toMatchObject({ status: 400 });
    }
    const logged = await logInBy(await answer(phone, { counter: 20 }));
    if (!logged.ok) throw new Error(`answered ${logged.status}`);
    const body = { ticket, name: 'Telefono', credential: made.make(said(options)) };
    const first = api.clientOf(logged.answer.accessToken);
    expect(await first.attempt('addPasskey', { body })).toMatchObject({ status: 400 });
    expect(await other('listPasskeys')).toEqual([]);
  });
});
