import type { Webhook, WebhookDelivery } from '@semaforo/contract/api/webhooks';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { CollegamentiScreen } from './collegamenti.screen.tsx';

const AT = '2026-11-24T06:30:00.000Z';
const DELIVERED: WebhookDelivery = {
  ...{ id: 'd1', event: 'alert.began', created_at: AT, state: 'delivered', attempts: 1, status_code: 200 },
  ...{ failure: null, next_try_at: null },
};
const FAILED: WebhookDelivery = {
  ...{ ...DELIVERED, id: 'd2', state: 'waiting', status_code: 500, next_try_at: '2026-11-24T06:40:00.000Z' },
  failure: 'l’indirizzo risponde 500',
};
const WEBHOOK: Webhook = {
  ...{ id: 3, url: 'https://cartelli.valle.example/evento', events: ['alert.began', 'alert.ended'] },
  ...{ user_id: 2, username: 'valdombra', created_at: AT, last_deliveries: [DELIVERED, FAILED] },
};
const SERVER: Answers = {
  listUsers: [200, { users: [{ id: 2, username: 'valdombra', role: 'user', devices: [] }] }],
  listGroups: [200, { groups: [] }],
  listApiKeys: [200, []],
  getOidc: [200, { state: 'off', name: '', read_at: null, linked: 0, people: 0 }],
  listWebhooks: [200, { webhooks: [WEBHOOK] }],
};

const open = (answers: Answers = {}) => {
  const server = fakeServer({ ...SERVER, ...answers });
  showWithCache(<CollegamentiScreen />);
  return server;
};

test('an address is told with when it is sent to, what failed and when that is tried again', async () => {
  open();
  const row = (await screen.findByText('cartelli.valle.example')).closest('tr');
  expect(row).toHaveTextContent('allerte iniziate, allerte finite');
  expect(row).toHaveTextContent('valdombra');
  expect(row).toHaveTextContent(/1 fallita, riprova il 24\/11\/2026, 07:40:00/);
});

test('a trial says what came back', async () => {
  open({ testWebhook: [200, { ...FAILED, event: 'test' }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Prova cartelli.valle.example' }));
  expect(await screen.findByText('l’indirizzo risponde 500')).toBeVisible();
});

test('the deliveries of an address are shown with their outcomes', async () => {
  open({ listWebhookDeliveries: [200, { deliveries: [FAILED, DELIVERED] }] });
  const name = 'Guarda le consegne a cartelli.valle.example';
  await userEvent.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('consegnata (200)')).toBeVisible();
  expect(dialog).toHaveTextContent('l’indirizzo risponde 500; riprova il 24/11/2026, 07:40:00');
});

test('a new address is asked for with its events, and its secret is shown once', async () => {
  const server = open({
    listWebhooks: [200, { webhooks: [] }],
    createWebhook: [201, { id: 4, secret: 'segreto-uno' }],
  });
  await screen.findByText(/^Nessun indirizzo/);
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo indirizzo' }));
  const url = 'https://protocollo.valdombra.example/semaforo';
  await userEvent.type(screen.getByLabelText('Indirizzo'), url);
  await userEvent.selectOptions(screen.getByLabelText('Manda ciò che è di'), 'valdombra');
  await userEvent.click(screen.getByRole('checkbox', { name: /dispositivi in errore/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /allerte finite/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(await screen.findByText('segreto-uno')).toBeVisible();
  expect(server.bodiesOf('createWebhook')).toEqual([
    { url, events: ['device.error', 'alert.began'], user_id: 2 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Ho copiato il segreto' }));
  expect(screen.queryByText('segreto-uno')).toBeNull();
});

test('an address that the server refuses is said with the reason, and stays written', async () => {
  const error = 'L’indirizzo porta a questa macchina o a una rete privata: lì non si manda nulla';
  open({ createWebhook: [422, { error, code: 'webhook-address-refused' }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Nuovo indirizzo' }));
  await userEvent.type(screen.getByLabelText('Indirizzo'), 'http://127.0.0.1/x');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(await screen.findByText(error)).toBeVisible();
  expect(screen.getByLabelText('Indirizzo')).toHaveValue('http://127.0.0.1/x');
});
