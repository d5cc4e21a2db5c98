import type { LevelsRecord } from '@semaforo/contract/api/bulletins';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AlertsScreen } from './alerts.screen.tsx';

const GREEN = { idraulico: 'verde', temporali: 'verde', idrogeologico: 'verde' } as const;
const NONE = { idraulico: null, temporali: null, idrogeologico: null };

const levels: LevelsRecord = {
  date: '2026-11-21',
  bulletin: { id: 1, name: 'Bollettino di prova', issued_at: '2026-11-21T14:12:00.000Z', stale: false },
  zones: [
    { zone: 'Vald-A', name: 'Alto Torno', colour: 'verde', risks: GREEN },
    {
      zone: 'Vald-B',
      name: 'Basso Torno',
      colour: 'arancio',
      risks: { idraulico: 'arancio', temporali: 'giallo', idrogeologico: 'verde' },
    },
    { zone: 'Vald-C', name: 'Conca', colour: null, risks: NONE },
  ],
};

const READER = { enabled: false, last_tried_at: null, last_read_at: null, next_try_at: null, failure: null };
const OWN = { zones: [{ code: 'Vald-B', name: 'Basso Torno' }], devices: [] };

const today = async () => screen.findByRole('region', { name: /^Oggi, / });

test('an operator sees the own zones in the words of the bulletin, and others by search', async () => {
  fakeServer({
    getLevels: [200, levels],
    getMyZones: [200, OWN],
    getBulletinReader: [200, READER],
  });
  showWithCache(<AlertsScreen />);
  const day = within(await today());
  const zone = await day.findByText(/Vald-B Basso Torno/);
  expect(zone).toHaveTextContent('Allerta arancione · Vald-B Basso Torno');
  expect(zone.parentElement).toHaveTextContent(
    'Idraulico: moderataIdrogeologico: assenteTemporali: ordinaria',
  );
  expect(day.queryByText(/Alto Torno/)).toBeNull();
  expect(screen.getByText('Letto')).toBeVisible();
  expect(screen.getByText(/Lettura dalla rete non attiva/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Cerca una zona'), 'conca');
  expect(await day.findByText(/Vald-C Conca/)).toHaveTextContent('Non disponibile');
  expect(day.getByText(/Le lampade non cambiano/)).toBeVisible();
});

test('a bulletin that is too old, or none, is said in words and never as no alert', async () => {
  const bulletin = { id: 1, name: 'Vecchio', issued_at: '2026-11-19T14:12:00.000Z', stale: true };
  const answers = {
    getLevels: [200, { ...levels, bulletin }] as [200, LevelsRecord],
    getMyZones: [200, OWN] as [200, typeof OWN],
  };
  fakeServer(answers);
  const { unmount } = showWithCache(<AlertsScreen />);
  expect(await within(await today()).findByText(/più di 30 ore/)).toBeVisible();
  unmount();
  answers.getLevels = [200, { date: levels.date, bulletin: null, zones: [] }];
  fakeServer(answers);
  showWithCache(<AlertsScreen />);
  const day = within(await today());
  expect(await day.findByText(/Nessun bollettino parla di questo giorno/)).toBeVisible();
  expect(await day.findByText('Non disponibile', { selector: 'b' })).toBeVisible();
  expect(day.queryByText(/Nessuna allerta/)).toBeNull();
});

test('an operator finds the own Comune by name and province, and chooses its zone', async () => {
  const castro = { istat: '999001', name: 'Castro', province: 'Valdombra', region: 'V', zone: 'Vald-A' };
  const comuni = [
    { ...castro, province_code: 'VD' },
    { ...castro, istat: '999002', province: 'Laguna', province_code: '', zone: 'Torr-1' },
  ];
  const { bodiesOf } = fakeServer({
    getMyZones: [200, { zones: [], devices: [] }],
    getLevels: [200, levels],
    findComuni: [200, { comuni }],
    saveMyZones: [200, { zones: [] }],
  });
  showWithCache(<AlertsScreen />);
  await userEvent.type(await screen.findByLabelText('Cerca il Comune'), 'cas');
  await userEvent.click(await screen.findByRole('button', { name: 'Castro (Laguna): zona Torr-1' }));
  await vi.waitFor(() => expect(bodiesOf('saveMyZones')).toEqual([{ zones: ['Torr-1'] }]));
});
