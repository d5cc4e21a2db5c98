import type { BrokerStatus } from '@semaforo/contract/api/broker';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { type Answers, fakeServer, type Refusal, type Reply } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { BrokerPanel } from './broker-panel.tsx';

const NOW = '2026-11-20T03:00:00.000Z';
const CONFIG = { broker: '127.0.0.1', port: 1883, username: 'semaforo', password: '********' };
const silent: Refusal = [422, { error: 'Il broker non risponde', code: 'broker-unreachable' }];

function open(answers: Answers = {}, connected = true) {
  const server = fakeServer({
    getBrokerStatus: [200, { connected, since: NOW, reason: null, sharedLogin: false, now: NOW }],
    getBrokerConfig: [200, CONFIG],
    ...answers,
  });
  const { queryClient } = showWithCache(<BrokerPanel />);
  return Object.assign(server, { queryClient });
}

test.each([
  [true, 'Stato connessione: Connesso'],
  [false, 'Stato connessione: Disconnesso'],
])('with connected: %o, the panel shows %o', async (connected, sentence) => {
  open({}, connected);
  await screen.findByText(connected ? 'Connesso' : 'Disconnesso');
  expect(screen.getByText(/Stato connessione/)).toHaveTextContent(sentence);
});

test('an unreachable server shows the broker as disconnected since the server’s last answer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { queryClient } = open();
  await screen.findByText('Connesso');
  fakeServer({});
  await queryClient.invalidateQueries({ queryKey: queryKeys.brokerStatus });
  expect(await screen.findByText('Disconnesso')).toBeVisible();
  expect(screen.getByText(/^Dal/)).toHaveTextContent('Dal 20/11/2026, 04:00');
});

test('a status without a start time shows the time of the answer', async () => {
  open({ getBrokerStatus: [200, { connected: false } as BrokerStatus] });
  await screen.findByText('Disconnesso');
  expect(screen.getByText(/^Dal /)).toHaveTextContent(/^Dal [\d/]+, [\d:]+$/);
});

test('the stored password is shown as a mask, and an unchanged mask is sent back', async () => {
  const server = open({ saveBrokerConfig: [200, { ...CONFIG, username: 'comune' }] });
  expect(await screen.findByLabelText('Password')).toHaveValue('********');
  await userEvent.clear(screen.getByLabelText('Username'));
  await userEvent.type(screen.getByLabelText('Username'), 'comune');
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('Configurazione aggiornata')).toBeVisible();
  expect(server.bodiesOf('saveBrokerConfig')).toEqual([{ ...CONFIG, username: 'comune' }]);
});

test('a refused configuration shows the server’s reason and keeps what was typed', async () => {
  open({ saveBrokerConfig: silent });
  await userEvent.type(await screen.findByLabelText('Host'), '0');
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('Errore salvataggio configurazione')).toBeVisible();
  expect(screen.getByText('Il broker non risponde')).toBeVisible();
  expect(screen.getByLabelText('Host')).toHaveValue('127.0.0.10');
});

test.each([
  ['Salva', 'Errore salvataggio configurazione'],
  ['Prova', 'Prova fallita'],
])('a username that the contract refuses is not sent by %s', async (button, failure) => {
  const server = open();
  const username = await screen.findByLabelText('Username');
  await userEvent.clear(username);
  await userEvent.click(username);
  await userEvent.paste('u'.repeat(256));
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByText(failure)).toBeVisible();
  expect(screen.getByText('Lo username è troppo lungo')).toBeVisible();
  expect([...server.callsOf('saveBrokerConfig'), ...server.callsOf('testBroker')]).toEqual([]);
});

test('host and port are required', async () => {
  open();
  expect(await screen.findByLabelText('Host')).toBeRequired();
  expect(screen.getByLabelText('Porta')).toBeRequired();
});

test.each([
  ['a broker that answers', [200, { connected: true }], 'Prova riuscita: il broker risponde'],
  ['a broker that does not', silent, 'Il broker non risponde'],
] satisfies [string, Reply<'testBroker'>, string][])(
  'a test of %s shows the result and saves nothing',
  async (_case, answer, text) => {
    const server = open({ testBroker: answer });
    await userEvent.click(await screen.findByRole('button', { name: 'Prova' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(server.bodiesOf('testBroker')).toEqual([CONFIG]);
    expect(server.bodiesOf('saveBrokerConfig')).toEqual([]);
  },
);
