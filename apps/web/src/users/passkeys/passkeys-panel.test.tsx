import type { Passkey } from '@semaforo/contract/api/passkeys';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeAccessToken } from '../../api/session.ts';
import { type Answers, fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';

const PHONE: Passkey = {
  ...{ id: 4, name: 'Telefono', synced: true },
  ...{ created_at: '2026-11-22T08:00:00.000Z', last_used: null },
};

beforeEach(() => storeAccessToken('t1'));
afterEach(() => vi.unstubAllGlobals());

test('a browser without passkeys says what is needed, and lists those of other devices', async () => {
  fakeServer({ listPasskeys: [200, [PHONE]] });
  showWithCache(<PasskeysPanel />);
  expect(await screen.findByText('Telefono')).toBeVisible();
  expect(screen.getByText(/mai usata · copiata sugli altri tuoi dispositivi/)).toBeVisible();
  expect(screen.getByText(/servono HTTPS e un nome/)).toBeVisible();
  expect(screen.queryByLabelText('Nome della passkey')).toBeNull();
});

test('one is removed after a question', async () => {
  const answers: Answers = { listPasskeys: [200, [PHONE]], deletePasskey: [204, null] };
  const server = fakeServer(answers);
  showWithCache(<PasskeysPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Togli la passkey Telefono' }));
  Object.assign(answers, { listPasskeys: [200, []] });
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Togli' }));
  expect(await screen.findByText('Passkey tolta: da adesso non apre più')).toBeVisible();
  expect(server.callsOf('deletePasskey')[0]?.params).toEqual({ id: '4' });
  expect(screen.getByRole('heading', { name: 'Passkey' })).toHaveFocus();
});

test('a device that does not want to is said, and what was typed stays', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  fakeServer({ listPasskeys: [200, []], beginPasskey: [200, { ticket: 'b', options: { challenge: 'YQ' } }] });
  showWithCache(<PasskeysPanel />);
  const field = await screen.findByLabelText('Nome della passkey');
  await userEvent.type(field, 'Chiave');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi una passkey' }));
  expect(await screen.findByText(/^Passkey non aggiunta/)).toBeVisible();
  expect(field).toHaveValue('Chiave');
});
