import type { DeviceWithCredentials } from '@semaforo/contract/api/credentials';
import { managedDevice } from '@semaforo/testing/factories';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { Noticed } from '../test/noticed.tsx';
import { showWithCache } from '../test/show-with-cache.tsx';
import { CredentialsButton } from './credentials-button.tsx';

const IN_USE: DeviceWithCredentials['credentials'] = {
  username: 'dispositivo-1',
  created_at: '2026-11-20T02:00:00.000Z',
  last_seen: '2026-11-20T03:00:00.000Z',
};
const MADE = { username: 'dispositivo-1', password: 'K7QW9ZRTPLMN4XCVB2HGFD8SAY' };
const BROKER = {
  embedded: true,
  loopbackOnly: false,
  reachIsGiven: false,
  addresses: ['192.0.2.10'],
  port: 1884,
  tlsPort: null,
  certificate: null,
  sharedLogin: false,
};

async function open(credentials: DeviceWithCredentials['credentials'], answers: Answers = {}) {
  const server = fakeServer({
    getManagedDevice: [200, { ...managedDevice(), credentials }],
    getDeviceConnection: [200, BROKER],
    ...answers,
  });
  const { queryClient } = showWithCache(
    <Noticed>{(notify) => <CredentialsButton device={managedDevice()} onNotice={notify} />}</Noticed>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Credenziali' }));
  return Object.assign(server, { queryClient });
}

test('credentials are made, and shown once with all that a device needs', async () => {
  const { queryClient } = await open(null, { makeCredentials: [201, MADE] });
  expect(await screen.findByText(/La password si vede una volta sola/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Crea le credenziali' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Credenziali nuove' }));
  expect(await shown.findByText(MADE.password)).toBeVisible();
  expect(shown.getByText('192.0.2.10:1884')).toBeVisible();
  expect(shown.getByRole('img', { name: /Codice QR/ })).toBeVisible();
  expect(shown.getByText(/const char KEY\[\] = "\/3\/valdombra\/s1";/)).toBeVisible();
  await userEvent.click(shown.getByRole('button', { name: 'Ho annotato la password' }));
  expect(screen.queryByText(MADE.password)).toBeNull();
  const kept = [queryClient.getQueryCache().getAll(), queryClient.getMutationCache().getAll()].flat();
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(MADE.password);
});

test.each([
  [['192.0.2.10'], 'BROKER[] = "192.0.2.10"', /in rete il server è 192\.0\.2\.10/],
  [[], 'BROKER[] = "127.0.0.1"', /scrivi l’indirizzo del server in rete al posto di 127\.0\.0\.1/],
])(
  'a broker that only this computer reaches is warned of above the lines (%o)',
  async (addresses, line, words) => {
    await open(null, {
      makeCredentials: [201, MADE],
      getDeviceConnection: [200, { ...BROKER, addresses, loopbackOnly: true }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Crea le credenziali' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Credenziali nuove' }));
    expect(await shown.findByText(/Il broker ascolta solo il computer del server/)).toBeVisible();
    expect(shown.getByText(words)).toBeVisible();
    expect(shown.getByRole('region', { name: 'Righe per lo sketch' })).toHaveTextContent(line);
    // From here it can be tried, by the address at which it listens now.
    expect(shown.getByRole('region', { name: 'Comandi di Mosquitto' })).toHaveTextContent(
      `mosquitto_sub -h 127.0.0.1 -p 1884 -u '${MADE.username}' -P '${MADE.password}'`,
    );
  },
);

test('the code is explained, and a reachable broker is not warned of', async () => {
  await open(null, { makeCredentials: [201, MADE] });
  await userEvent.click(await screen.findByRole('button', { name: 'Crea le credenziali' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Credenziali nuove' }));
  expect(await shown.findByText(/Chi lo fotografa ha la password/)).toBeVisible();
  expect(shown.queryByText(/ascolta solo il computer del server/)).toBeNull();
});

test('credentials in use are described without their password, and renewed only after a question', async () => {
  const server = await open(IN_USE, { makeCredentials: [201, MADE] });
  expect(await screen.findByText('In uso')).toBeVisible();
  expect(screen.getByText('dispositivo-1')).toBeVisible();
  expect(screen.getByText('20/11/2026, 04:00:00')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Rinnova le credenziali' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Rinnovare le credenziali?' }));
  await userEvent.click(question.getByRole('button', { name: 'Annulla' }));
  expect(server.callsOf('makeCredentials')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Rinnova le credenziali' }));
  await userEvent.click(screen.getByRole('button', { name: 'Rinnova' }));
  expect(await screen.findByText(MADE.password)).toBeVisible();
});

test('credentials are revoked after a question', async () => {
  const answers: Answers = { revokeCredentials: [204, null] };
  const server = await open({ ...IN_USE, last_seen: null }, answers);
  expect(await screen.findByText('Mai usate')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Revoca' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Revocare le credenziali?' }));
  await userEvent.click(question.getByRole('button', { name: 'Revoca' }));
  await waitFor(() => expect(server.callsOf('revokeCredentials')).toHaveLength(1));
  expect(await screen.findByText(/Credenziali revocate/)).toBeVisible();
});

test('a refusal is told in the server’s words', async () => {
  await open(null, { makeCredentials: [404, { error: 'Non trovato', code: 'not-found' }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Crea le credenziali' }));
  expect(await screen.findByText('Non trovato')).toBeVisible();
});
