import type { BrokerStatus } from '@semaforo/contract/api/broker';
import type { Command } from '@semaforo/contract/api/commands';
import { user } from '@semaforo/testing/factories';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { readAccessToken, storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { App } from './app.tsx';
import { SCREENS, type ScreenRoute } from './screens.ts';

const screenCalled = (title: string) => () => Promise.resolve(() => <h1>{title}</h1>);
const TEST_SCREENS: ScreenRoute[] = [
  ...SCREENS.filter(({ access }) => access === 'public'),
  { path: '/dashboard', title: 'Dashboard', access: 'logged-in', load: screenCalled('Dashboard Semafori') },
  { path: '/history', title: 'Storico', access: 'logged-in', load: screenCalled('Storico') },
  { path: '/gestisci', title: 'Gestione', access: 'admin', load: screenCalled('Gestione') },
  { path: '/sala', title: 'Sala', access: 'logged-in', load: screenCalled('Sala operativa') },
  { path: '/user', title: 'Profilo', access: 'logged-in', load: screenCalled('Il proprio pannello') },
];
const NOW = '2026-11-20T03:00:00.000Z';
const SERVER = {
  getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW }],
  getMe: [200, user()],
  getLastCommand: [200, null],
  listMySettings: [200, { settings: [] }],
  listFailedCommands: [200, []],
} satisfies Answers;

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App queryClient={createQueryClient()} screens={TEST_SCREENS} />
    </MemoryRouter>,
  );
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  fakeServer(SERVER);
});

test('a visitor without a token is led to the log-in, where no navbar is shown', async () => {
  open('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Benvenuto' })).toBeVisible();
  expect(screen.queryByText('MQTT Dashboard')).toBeNull();
});

test('a user sees the dashboard with the navbar, and no admin entries in the menu', async () => {
  storeAccessToken('t1');
  open('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
  expect(screen.getByText('MQTT Dashboard')).toBeVisible();
  expect(await screen.findByText('valdombra')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Gestisci' })).toBeNull();
});

test('the name of the Comune stands in the bar and in the title of the window', async () => {
  const settings = [{ key: 'comune_name', value: 'Comune di Valdombra' }];
  fakeServer({ ...SERVER, listMySettings: [200, { settings }] });
  storeAccessToken('t1');
  open('/dashboard');
  expect(await screen.findByText('Comune di Valdombra')).toBeVisible();
  expect(document.title).toBe('Dashboard · Comune di Valdombra · Semaforo');
});

test('a wall is led to its one screen from wherever it is opened', async () => {
  fakeServer({ ...SERVER, getMe: [200, { id: 1, username: 'admin', role: 'admin', wall: 'Corridoio' }] });
  storeAccessToken('t1');
  open('/gestisci');
  expect(await screen.findByRole('heading', { name: 'Sala operativa' })).toBeVisible();
});

test('the admin guard leads a user to the dashboard', async () => {
  storeAccessToken('t1');
  open('/gestisci');
  expect(await screen.findByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
});

test('the admin guard takes a failed reading of the user for not admin', async () => {
  fakeServer({ ...SERVER, getMe: [503, { error: 'Non disponibile', code: 'unavailable' }] });
  storeAccessToken('t1');
  open('/gestisci');
  expect(await screen.findByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
});

test('an admin gets through and sees the admin entries', async () => {
  fakeServer({ ...SERVER, getMe: [200, user({ username: 'admin', role: 'admin' })] });
  storeAccessToken('t1');
  open('/gestisci');
  expect(await screen.findByRole('heading', { name: 'Gestione' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Gestisci' })).toBeVisible();
});

describe('the last command, whoever gave it', () => {
  const command: Command = {
    commandId: 7,
    origin: 'operatore',
    username: 'torrealta',
    device_type: 'semaforo',
    value: 'rosso',
    whom: 'tutti',
    group: null,
    created_at: '2026-11-20T02:59:00.000Z',
    deliveries: [{ id: 1, deviceId: 1, device: 'Argine', value: 'rosso', state: 'scaduto', reason: 'Muto' }],
    left_out: [],
  };
  const strip = () => screen.findByRole('region', { name: 'Ultimo comando' });

  test('is on every screen when something failed, with what can be done about it', async () => {
    fakeServer({ ...SERVER, getLastCommand: [200, command] });
    storeAccessToken('t1');
    open('/history');
    expect(await strip()).toHaveTextContent('Chiesto da torrealta');
    expect(await strip()).toHaveTextContent('Dispositivi in errore: Argine');
    expect(screen.getByRole('button', { name: 'Riprova i falliti' })).toBeEnabled();
    const shown = await strip();
    expect(screen.getByRole('main')).toContainElement(shown);
  });

  test('is docked below the page in a narrow window', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: false,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );
    fakeServer({ ...SERVER, getLastCommand: [200, command] });
    storeAccessToken('t1');
    open('/history');
    const docked = await strip();
    expect(screen.getByRole('main')).not.toContainElement(docked);
  });

  test('leaves the other screens some minutes after it went well', async () => {
    const [delivery] = command.deliveries;
    if (delivery === undefined) throw new Error('no delivery');
    const server = fakeServer({
      ...SERVER,
      getLastCommand: [
        200,
        {
          ...command,
          created_at: '2026-11-20T02:50:00.000Z',
          deliveries: [{ ...delivery, state: 'confermato' }],
        },
      ],
    });
    storeAccessToken('t1');
    open('/history');
    await screen.findByRole('heading', { name: 'Storico' });
    await waitFor(() => expect(server.callsOf('getLastCommand')).toHaveLength(2));
    expect(screen.queryByRole('region', { name: 'Ultimo comando' })).toBeNull();
  });

  test('a retry that came too late is refused in words on that screen', async () => {
    fakeServer({
      ...SERVER,
      getLastCommand: [200, command],
      retryCommand: [409, { error: 'Comando troppo vecchio, non inviato', code: 'command-too-old' }],
    });
    storeAccessToken('t1');
    open('/history');
    await strip();
    await userEvent.click(screen.getByRole('button', { name: 'Riprova i falliti' }));
    const refusal = await screen.findByText('Comando troppo vecchio, non inviato');
    expect(refusal.closest('[role="alert"]')).toHaveTextContent(
      /«Riprova i falliti» premuto alle \d\d:\d\d:\d\d, oltre 10 s fa/,
    );
    expect(screen.getByRole('button', { name: 'Riprova i falliti' })).toBeVisible();
  });
});

test('logging out removes the token and what the tab kept, and leads to the log-in', async () => {
  storeAccessToken('t1');
  sessionStorage.setItem('closedCommand', '{}');
  open('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Benvenuto' })).toBeVisible();
  expect(readAccessToken()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['ends the session on the server', [204, null]],
  ['needs no answer of the server', 'unreachable'],
  ['needs no session that is still open', [401, { error: 'Sessione scaduta', code: 'session-expired' }]],
] satisfies [string, Answers['logOut']][])(
  'a log-out %s, and says nothing of an end',
  async (_what, answer) => {
    const server = fakeServer({ ...SERVER, logOut: answer });
    storeAccessToken('t1');
    open('/dashboard');
    await userEvent.click(await screen.findByRole('link', { name: 'Logout' }));
    expect(readAccessToken()).toBeNull();
    await waitFor(() => expect(server.callsOf('logOut')).toHaveLength(1));
    expect(server.callsOf('logOut')[0]?.headers.get('authorization')).toBe('Bearer t1');
    expect(await screen.findByRole('heading', { name: 'Benvenuto' })).toBeVisible();
    expect(screen.queryByText('Sessione scaduta')).toBeNull();
  },
);

test.each([
  ['session-expired', 'Sessione scaduta'],
  ['password-changed', 'La tua password è stata cambiata'],
  ['session-closed-by-admin', 'Sessione chiusa da un amministratore'],
  ['session-closed', 'Sessione chiusa'],
])('a session refused as %s is said at the log-in, which leads back to the screen', async (code, title) => {
  storeAccessToken('t1');
  // The router of the tests is in memory; the browser's own address is what the page notes.
  history.replaceState(null, '', '/history');
  fakeServer({ ...SERVER, getMe: [401, { error: 'Accedi di nuovo', code }] });
  open('/history');
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Dopo l’accesso torni alla pagina Storico.');
  expect(readAccessToken()).toBeNull();
  fakeServer({ ...SERVER, logIn: [200, { accessToken: 't2' }] });
  await userEvent.type(screen.getByLabelText('Username'), 'valdombra');
  await userEvent.type(screen.getByLabelText('Password'), 'una frase lunga');
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('heading', { name: 'Storico' })).toBeVisible();
});

test('a broker that is down shows one banner', async () => {
  fakeServer({
    ...SERVER,
    getBrokerStatus: [200, { connected: false, since: NOW, reason: null, sharedLogin: false, now: NOW }],
  });
  storeAccessToken('t1');
  open('/dashboard');
  expect(await screen.findByRole('alert')).toHaveTextContent('Broker non raggiungibile');
});

test('a broker that is down since an unknown time shows that banner too, and the page stays', async () => {
  fakeServer({ ...SERVER, getBrokerStatus: [200, { connected: false } as BrokerStatus] });
  storeAccessToken('t1');
  open('/dashboard');
  expect(await screen.findByRole('alert')).toHaveTextContent('Broker non raggiungibile');
  expect(screen.getByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
});

test('logging in stores the token and leads to the dashboard; a refusal is shown first in the server’s words', async () => {
  fakeServer({
    ...SERVER,
    logIn: [401, { error: 'Credenziali non valide', code: 'wrong-credentials' }],
  });
  open('/login');
  await userEvent.type(await screen.findByLabelText('Username'), 'valdombra');
  await userEvent.type(screen.getByLabelText('Password'), 'una frase lunga');
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Credenziali non valide');

  fakeServer({ ...SERVER, logIn: [200, { accessToken: 't1' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
  expect(readAccessToken()).toBe('t1');
});

test('a log-in that needs a code asks for it, and sends it with what was typed before', async () => {
  const answers: Answers = {
    ...SERVER,
    logIn: [401, { error: 'Serve anche il codice', code: 'second-factor-required' }],
  };
  const server = fakeServer(answers);
  open('/login');
  await userEvent.type(await screen.findByLabelText('Username'), 'valdombra');
  await userEvent.type(screen.getByLabelText('Password'), 'una frase lunga');
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('heading', { name: 'Secondo passo' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  const code = screen.getByLabelText('Codice');
  expect(code).toHaveFocus();
  const sentence = 'Codice scaduto: scrivi quello che l’app mostra adesso.';
  answers.logIn = [401, { error: sentence, code: 'wrong-code' }];
  await userEvent.type(code, '482019');
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  answers.logIn = [200, { accessToken: 't1' }];
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard Semafori' })).toBeVisible();
  const typed = { username: 'valdombra', password: 'una frase lunga' };
  const withCode = { ...typed, code: '482019' };
  expect(server.bodiesOf('logIn')).toEqual([typed, withCode, withCode]);
});

test('a user who must set up a second factor is led to where that is done', async () => {
  const refused = { error: 'Prima attiva il secondo fattore', code: 'second-factor-setup-required' };
  fakeServer({ ...SERVER, getBrokerStatus: [403, refused], getLastCommand: [403, refused] });
  storeAccessToken('t1');
  open('/history');
  expect(await screen.findByRole('heading', { name: 'Il proprio pannello' })).toBeVisible();
});
