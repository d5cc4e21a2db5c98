import type { ApiKey } from '@semaforo/contract/api/api-keys';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeAccessToken } from '../../api/session.ts';
import { type Answers, fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';

const KEY: ApiKey = {
  ...{ id: 3, name: 'Cartelli', scopes: ['read', 'command'], user_id: 2, username: 'valdombra' },
  ...{ device_ids: null, group_id: 4, group: 'Sottopassi', created_by: 'admin' },
  ...{ created_at: '2026-01-01T08:00:00.000Z', expires_at: null, last_used: null },
};
const SERVER: Answers = {
  listApiKeys: [200, [KEY]],
  createApiKey: [201, { id: 4, key: 'smf_di-prova' }],
  revokeApiKey: [204, null],
};
const COMUNI = [
  { id: 2, username: 'valdombra' },
  { id: 3, username: 'altrove' },
];
const GROUPS = [
  { id: 4, name: 'Sottopassi', userId: 2 },
  { id: 5, name: 'Ponti', userId: 3 },
];

beforeEach(() => storeAccessToken('t1'));

test('a key says what it may and for which devices, and that it was never used', async () => {
  fakeServer(SERVER);
  showWithCache(<ApiKeysSection comuni={COMUNI} groups={GROUPS} />);
  const row = (await screen.findByText('Cartelli')).closest('tr');
  expect(row).toHaveTextContent('leggere Sottopassi');
  expect(row).toHaveTextContent('comandare Sottopassi');
  expect(row).toHaveTextContent(/mai usata, da \d+ giorni/);
});

test('a key is made for a group of its Comune, and shown once', async () => {
  const server = fakeServer(SERVER);
  showWithCache(<ApiKeysSection comuni={COMUNI} groups={GROUPS} />);
  await userEvent.click(screen.getByRole('button', { name: 'Nuova chiave' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Nome del programma'), 'Sito');
  expect(within(dialog).queryByText(/Ponti/)).toBeNull();
  await userEvent.selectOptions(within(dialog).getByLabelText('Dispositivi'), 'Solo il gruppo Sottopassi');
  await userEvent.click(within(dialog).getByLabelText(/^Proporre/));
  await userEvent.selectOptions(within(dialog).getByLabelText('Vale'), 'Finché non la revochi');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Crea la chiave' }));
  expect(await screen.findByText('smf_di-prova')).toBeVisible();
  expect(server.bodiesOf('createApiKey')).toEqual([
    { name: 'Sito', user_id: 2, scopes: ['read', 'propose'], group_id: 4 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Ho copiato la chiave' }));
  expect(screen.queryByText('smf_di-prova')).toBeNull();
});
