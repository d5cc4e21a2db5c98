import type { AlarmRecord, alarmRoutes } from '@semaforo/contract/api/alarms';
import type { Answer } from '@semaforo/contract/api/route';
import { deviceRecord } from '@semaforo/testing/factories';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AlarmsScreen } from './alarms.screen.tsx';

afterEach(() => {
  location.hash = '';
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

const PUBLIC_SETTINGS = {
  ...{ tileAttribution: '', accessibilityUrl: null, feedbackUrl: null, privacyUrl: null },
  alarmRaiseSeconds: 60,
  supportContact: null,
  oidcName: null,
};
const DUTY: Answer<typeof alarmRoutes.getDuty> = {
  ...{ people: [], minutes: 10, mail: true, telegram: true, test_at: 'mar 10:00', maintenance: [] },
  channels: ['voice', 'sms', 'ntfy', 'gotify', 'push', 'telegram', 'email'],
};
const NO_ADDRESS = {
  ...{ email: null, chat_id: null, push_id: null, ntfy: null, gotify: null, sms: null, voice: null },
  rules: {},
};
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
const device = (id: number, name: string) => ({ id, name, since: at(5), until: null });

const OPEN: AlarmRecord = {
  ...{ id: 1, kind: 'più lampade', state: 'aperto', owner: 'valdombra', system: false },
  ...{ detail: 'Più lampade accese: verde e rosso', opened_at: at(5.5), state_at: at(5.5) },
  ...{ devices: [device(1, 'Lungofiume')], device_count: 1, holding: 1 },
  ...{ taken_by: null, held_until: null, note: null, returns: 0, repeat_at: null },
  steps: [
    {
      ...{ name: 'Reperibile', ways: ['Telegram', 'e-mail', 'SMS'], at: at(5), told: true },
      outcomes: [
        { way: 'Telegram', outcome: 'sent', failure: null },
        { way: 'e-mail', outcome: 'sent', failure: null },
        { way: 'SMS', outcome: 'failed', failure: 'sms.example risponde 401' },
      ],
    },
    { name: 'Ufficio tecnico', ways: ['e-mail'], at: at(-5), told: false, outcomes: [] },
  ],
};
const GROUP: AlarmRecord = {
  ...OPEN,
  ...{ id: 2, kind: 'silenzioso', detail: null, device_count: 3, holding: 3, steps: [] },
  devices: [device(2, 'Argine destro'), device(3, 'Argine sinistro'), device(4, 'Belvedere')],
};
const TAKEN: AlarmRecord = {
  ...OPEN,
  ...{
    id: 3,
    kind: 'non in linea',
    detail: null,
    state: 'preso in carico',
    devices: [device(5, 'Palasport')],
  },
  ...{ taken_by: 'reperibile1', held_until: at(-60), note: 'squadra in arrivo', returns: 2 },
};
const CLOSED: AlarmRecord = {
  ...TAKEN,
  id: 4,
  state: 'chiuso',
  kind: 'caldo',
  devices: [device(6, 'Piazza')],
};

const LUNGOFIUME = deviceRecord({ id: 1, device_name: 'Lungofiume', status: 'rosso' });

const show = (answers: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({
    listAlarms: [200, [OPEN, GROUP, TAKEN, CLOSED]],
    getPush: [200, { key: 'K', devices: [] }],
    getDuty: [200, DUTY],
    listDeviceStatuses: [200, [LUNGOFIUME]],
    ...answers,
  });
  showWithCache(
    <MemoryRouter>
      <AlarmsScreen />
    </MemoryRouter>,
  );
  return server;
};
const unfold = (title: string) => userEvent.click(screen.getByRole('heading', { name: title }));
const card = (title: RegExp) => screen.findByRole('article', { name: title });

test('an open alarm says what is wrong, since when, who was told and who is next', async () => {
  show();
  const open = await card(/Lungofiume: più lampade accese/);
  expect(open).toHaveTextContent('Aperto');
  expect(within(open).getByRole('link', { name: 'Lungofiume' })).toHaveAttribute('href', '/devices/1');
  expect(await within(open).findByRole('img', { name: 'Rosso acceso, confermato' })).toBeVisible();
  expect(open).toHaveTextContent(/Da 5 min, aperto (alle|il) /);
  expect(open).toHaveTextContent(
    /Reperibile avvisato alle .*Telegram e e-mail; non raggiunto per SMS \(sms.example risponde 401\)/,
  );
  expect(open).toHaveTextContent(/Ufficio tecnico alle .*se nessuno prende in carico/);
  const group = await card(/3 dispositivi non si fanno sentire/);
  expect(group).toHaveTextContent('Argine destro, Argine sinistro, Belvedere');
  expect(within(group).getByRole('link', { name: 'Belvedere' })).toHaveAttribute('href', '/devices/4');
  expect(group).toHaveTextContent('Nessun reperibile da avvisare');
});

test('one that was taken in charge says by whom, until when, and the note', async () => {
  show();
  const taken = await card(/Palasport: dispositivo non in linea/);
  expect(taken).toHaveTextContent('Preso in carico da reperibile1');
  expect(taken).toHaveTextContent('L’escalation è sospesa fino alle');
  expect(taken).toHaveTextContent('squadra in arrivo');
  expect(taken).toHaveTextContent('Tornato 2 volte');
  expect(within(taken).getByRole('button', { name: 'Risolvi' })).toBeVisible();
  expect(within(taken).getByRole('button', { name: 'Restituisci' })).toBeVisible();
});

test('a person takes an alarm in charge with a note', async () => {
  const server = show({ takeAlarm: [200, { ...OPEN, state: 'preso in carico' }] });
  const open = within(await card(/Lungofiume/));
  await userEvent.type(open.getByRole('textbox', { name: /Nota per Lungofiume/ }), 'Vado io');
  await userEvent.click(open.getByRole('button', { name: 'Prendi in carico' }));
  expect(server.bodiesOf('takeAlarm')).toEqual([{ note: 'Vado io' }]);
});

test('when somebody else was quicker, the page says so', async () => {
  show({ takeAlarm: [409, { error: 'L’allarme è cambiato nel frattempo', code: 'alarm-changed' }] });
  const open = within(await card(/Lungofiume/));
  await userEvent.click(open.getByRole('button', { name: 'Prendi in carico' }));
  expect(await open.findByRole('alert')).toHaveTextContent('L’allarme è cambiato nel frattempo');
});

test('closed ones are in the history only', async () => {
  show();
  await card(/Lungofiume/);
  expect(screen.queryByRole('article', { name: /Piazza/ })).toBeNull();
  const open = within(screen.getByRole('region', { name: 'Da prendere in carico 2' }));
  expect(open.getAllByRole('article')).toHaveLength(2);
  const taken = within(screen.getByRole('region', { name: 'Presi in carico 1' }));
  expect(taken.getAllByRole('article')).toHaveLength(1);
  await unfold('Storico degli allarmi');
  expect(await card(/Piazza: temperatura alta/)).toHaveTextContent('Chiuso');
});

test('of thousands the first hundred are shown, the one that a notification named, and more on request', async () => {
  location.hash = '#allarme-2000';
  const scrolled = vi.fn<(this: Element) => void>(function () {
    expect(this.id).toBe('allarme-2000');
  });
  Element.prototype.scrollIntoView = scrolled;
  const storm = Array.from({ length: 2500 }, (_, at) => ({ ...OPEN, id: 1 + at }));
  show({ listAlarms: [200, storm] });
  await screen.findAllByRole('article');
  const shownIds = () => screen.getAllByRole('article').map(({ id }) => id);
  const first = Array.from({ length: 100 }, (_, at) => `allarme-${1 + at}`);
  expect(shownIds()).toEqual(['allarme-2000', ...first]);
  expect(scrolled).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Mostra altri allarmi (2.400)' }));
  expect(shownIds()).toHaveLength(201);
});

test('people on duty are written in their order', async () => {
  const duty = { ...DUTY, mail: false };
  const server = show({
    getDuty: [200, duty],
    listLinkedChats: [200, { chats: [{ id: 7, title: 'Protezione civile', linked_at: at(9) }] }],
    saveDuty: [200, duty],
  });
  await unfold('Impostazioni degli allarmi');
  expect(await screen.findByText(/uno ogni 10 minuti/)).toHaveTextContent('le e-mail non partono');
  expect(screen.getByText(/^Nessun reperibile: gli allarmi/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(screen.queryByText(/^Nessun reperibile: gli allarmi/)).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome del reperibile 1' }), 'Anna');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Chat Telegram del reperibile 1' }),
    await screen.findByRole('option', { name: 'Protezione civile' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Salva i reperibili' }));
  expect(server.bodiesOf('saveDuty')).toEqual([
    { people: [{ ...NO_ADDRESS, id: null, name: 'Anna', chat_id: 7, gotify_token: null }] },
  ]);
});

test('of a month it shows for how long each device was well', async () => {
  show({
    getAvailability: [
      200,
      {
        ...{ month: '2026-11', from: at(60), to: at(0) },
        devices: [{ id: 1, name: 'Lungofiume', seconds: 3600, down_seconds: 90, errors: 2, percent: 97.5 }],
      },
    ],
  });
  await unfold('Impostazioni degli allarmi');
  const row = await screen.findByRole('row', { name: /Lungofiume/ });
  expect(screen.getByRole('table', { name: /^Disponibilità di [a-z]+ 20\d\d$/ })).toBeVisible();
  expect(row).toHaveTextContent('97,5 %');
  expect(row).toHaveTextContent('1 minuto e 30 secondi');
});

test('who is on duty and how available devices were can be read again when they were not read', async () => {
  const away = { error: 'Non disponibile', code: 'unavailable' };
  show({ getDuty: [503, away], getAvailability: [503, away] });
  await unfold('Impostazioni degli allarmi');
  for (const [name, sentence] of [
    ['Reperibili', 'I reperibili non sono stati letti.'],
    ['Disponibilità', 'La disponibilità non è stata letta.'],
  ] as const) {
    const panel = within(screen.getByRole('region', { name }));
    expect(await panel.findByRole('alert')).toHaveTextContent(sentence);
    expect(panel.getByRole('button', { name: 'Riprova' })).toBeEnabled();
  }
});

test('with no alarm it says so, and what will be one in how long', async () => {
  const since = new Date(Date.now() - 20_000).toISOString();
  const failing = { ...LUNGOFIUME, error: true, error_reason: 'Silenzioso', error_since: since };
  show({
    listAlarms: [200, []],
    listDeviceStatuses: [200, [failing]],
    getPublicSettings: [200, PUBLIC_SETTINGS],
  });
  expect(await screen.findByText('Nessun allarme.')).toBeVisible();
  const next = (await screen.findByText('1 dispositivo in errore')).closest('p');
  expect(next).toHaveTextContent(/^1 dispositivo in errore da (19|2\d) s: allarme fra (40|3\d) s\.$/);
});

test('a trial of the alarms says for each person what came back', async () => {
  const people = [
    { ...NO_ADDRESS, id: 1, name: 'Anna', email: 'anna@example.it', proved: { email: at(3 * 24 * 60) } },
  ];
  show({
    getDuty: [200, { ...DUTY, people }],
    testDuty: [
      200,
      {
        results: [
          { name: 'Anna', way: 'e-mail', failure: null },
          { name: 'Bruno', way: null, failure: 'nessun recapito che funzioni' },
        ],
      },
    ],
  });
  await unfold('Impostazioni degli allarmi');
  await userEvent.click(await screen.findByRole('button', { name: 'Prova gli avvisi' }));
  expect(await screen.findByText('Anna')).toBeVisible();
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toContain('Anna, e-mail: preso in consegna');
  expect(lines).toContain('Bruno: non arrivato: nessun recapito che funzioni');
});

test('each channel of a person has its rule, and says when it was last proved', async () => {
  const anna = {
    ...{ ...NO_ADDRESS, id: 1, name: 'Anna', email: 'anna@example.it', sms: '+393331234567' },
    proved: { email: at(3 * 24 * 60), sms: null },
  };
  const server = show({ getDuty: [200, { ...DUTY, people: [anna] }], saveDuty: [200, DUTY] });
  await unfold('Impostazioni degli allarmi');
  expect(await screen.findByText('mai provato')).toBeVisible();
  expect(screen.getByText(/^provato/)).toHaveTextContent('provato 3 g fa');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'A che ore: SMS del reperibile 1' }),
    'di notte (22–7)',
  );
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Altro recapito del reperibile 1' }),
    'Telefonata',
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Telefonata del reperibile 1' }), '+393337654321');
  await userEvent.click(screen.getByRole('button', { name: 'Salva i reperibili' }));
  const { proved: _proved, ...written } = anna;
  expect(server.bodiesOf('saveDuty')).toEqual([
    {
      people: [
        {
          ...{ ...written, voice: '+393337654321', gotify_token: null },
          rules: { sms: { from: 'lieve', hours: 'notte' } },
        },
      ],
    },
  ]);
});

test('a planned maintenance says until when no one is called, and is ended by a person', async () => {
  const planned = { id: 4, from: at(10), to: at(-60), reason: 'Lavori ai pali', author: 'valdombra' };
  const server = show({
    getDuty: [200, { ...DUTY, maintenance: [planned] }],
    endDutyMaintenance: [200, DUTY],
  });
  const line = (await screen.findByText(/non chiamano nessuno: /)).closest('p');
  expect(line).toHaveTextContent('Lavori ai pali');
  await userEvent.click(screen.getByRole('button', { name: 'Termina' }));
  expect(server.bodiesOf('endDutyMaintenance')).toHaveLength(1);
});
