import type { Plan } from '@semaforo/contract/api/plans';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { PlansView } from './plans-view.tsx';

const NEXT = [
  { day: '2026-11-27', begin: '2026-11-27T15:37:00.000Z', end: '2026-11-28T06:31:00.000Z', moved: false },
  { day: '2027-03-28', begin: '2027-03-28T01:30:00.000Z', end: null, moved: true },
];
const PLAN: Plan = {
  id: 3,
  color: 'acceso',
  device_type: 'lanterna',
  repeat: 'settimana',
  every: 1,
  days: ['ven', 'sab'],
  dates: [],
  starts_on: '2026-11-22',
  ends_on: null,
  exceptions: ['2026-12-25'],
  begin: 'tramonto',
  end: 'alba',
  whom: 'gruppo',
  group: 'Argine',
  devices: ['A1', 'A2'],
  username: 'valdombra',
  created_at: '2026-11-22T10:00:00.000Z',
  state: 'attivo',
  trouble: null,
  next: NEXT,
  recent: [
    {
      id: 9,
      at: '2026-11-21T15:40:00.000Z',
      color: 'acceso',
      outcome: 'eseguita',
      outcome_reason: null,
      confirmed: 2,
      total: 2,
    },
  ],
};
const VIEW = (
  <PlansView
    devicesOf={{ semaforo: [], lanterna: [] }}
    groups={[]}
    drawOutcome={({ confirmed, total }) => `${confirmed}/${total} confermati`}
  />
);
const TITLE = 'Lanterne: accese, ogni settimana: venerdì e sabato dal tramonto all’alba';

test('a plan says what it does, when next and how it went; it is paused, and a day is left out', async () => {
  const server = fakeServer({
    listPlans: [200, [PLAN]],
    pausePlan: [200, { ...PLAN, state: 'in pausa' }],
    saveExceptions: [200, PLAN],
  });
  showWithCache(VIEW);
  const card = within(await screen.findByRole('article', { name: TITLE }));
  expect(card.getByText(/gruppo Argine, 2 lanterne/)).toBeVisible();
  expect(card.getByText(/Prossima volta: venerdì 27 novembre 2026, 16:37 – 07:31/)).toBeVisible();
  expect(card.getByText(/2\/2 confermati/)).toBeVisible();
  await userEvent.click(card.getByText('Prossime 10 volte ed eccezioni'));
  expect(card.getByText(/quella notte l’ora non esiste/)).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Salta venerdì 27 novembre 2026' }));
  expect(server.bodiesOf('saveExceptions')).toEqual([{ exceptions: ['2026-12-25', '2026-11-27'] }]);
  await userEvent.click(card.getByRole('button', { name: 'Pausa' }));
  expect(server.callsOf('pausePlan')).toHaveLength(1);
});

test('the next ten times of a new plan are shown before it is saved, and it is asked for in full', async () => {
  const server = fakeServer({
    listPlans: [200, []],
    previewPlan: [200, { next: NEXT }],
    createPlan: [201, PLAN],
  });
  showWithCache(VIEW);
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo piano' }));
  const form = within(screen.getByRole('form', { name: 'Nuovo piano ricorrente' }));
  await userEvent.selectOptions(form.getByLabelText('Da'), 'tramonto');
  await userEvent.selectOptions(form.getByLabelText('A'), 'alba');
  await userEvent.click(form.getByRole('button', { name: 'Ogni settimana' }));
  expect(server.callsOf('previewPlan').length).toBeGreaterThan(0);
  await userEvent.click(form.getByRole('button', { name: 'Salva il piano' }));
  expect(await form.findByText('Mancano dei campi: controlla i giorni e le ore.')).toBeVisible();
  expect(server.callsOf('createPlan')).toEqual([]);
  await userEvent.click(form.getByRole('button', { name: 'sabato' }));
  expect(await form.findByText(/Venerdì 27 novembre 2026/)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Salva il piano' }));
  await screen.findByText('Nessun piano ricorrente.');
  expect(server.bodiesOf('createPlan')).toMatchObject([
    {
      color: 'acceso',
      device_type: 'lanterna',
      repeat: 'settimana',
      days: ['sab'],
      begin: 'tramonto',
      end: 'alba',
    },
  ]);
});

test('why a plan cannot be saved is said in the server’s words', async () => {
  fakeServer({
    listPlans: [200, []],
    previewPlan: [409, { error: 'Nessuno dei dispositivi ha le coordinate', code: 'no-coordinates' }],
  });
  showWithCache(VIEW);
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo piano' }));
  await userEvent.selectOptions(screen.getByLabelText('Da'), 'alba');
  expect(await screen.findByText('Nessuno dei dispositivi ha le coordinate')).toBeVisible();
});
