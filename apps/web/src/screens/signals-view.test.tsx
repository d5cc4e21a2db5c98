import { deviceRecord } from '@semaforo/testing/factories';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openDashboard, setUpDashboard } from '../test/dashboard.tsx';

setUpDashboard();
afterEach(() => {
  localStorage.removeItem('signals-view');
  localStorage.removeItem('signals-grouping');
});

const COLORS = ['verde', 'giallo', 'rosso'] as const;
const TWELVE = Array.from({ length: 12 }, (_, index) =>
  deviceRecord({
    id: index + 1,
    topic: `/3/v/s${index + 1}`,
    device_name: `Ponte ${index + 1}`,
    status: COLORS[index % 3] ?? 'verde',
    ...(index === 2 && { error: true, error_reason: 'Dispositivo non in linea' }),
  }),
);
const GROUP = { id: 1, name: 'Sottopassi', userId: 4, username: 'valdombra', deviceIds: [2, 5] };

test('few signals are cards, without a choice', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  expect(screen.queryByRole('button', { name: 'Righe' })).toBeNull();
});

test('many signals are shown as rows once that is chosen, each with its light, its word or what is wrong', async () => {
  openDashboard({ listDeviceStatuses: [200, TWELVE] });
  await userEvent.click(await screen.findByRole('button', { name: 'Righe' }));
  const row = within(await screen.findByRole('article', { name: 'Ponte 2' }));
  expect(row.getByRole('img', { name: 'Giallo acceso, confermato' })).toBeVisible();
  expect(row.getByText(/^giallo/)).toBeVisible();
  expect(row.queryByText(/Ultimo aggiornamento/)).toBeNull();
  const wrong = within(screen.getByRole('article', { name: 'Ponte 3' }));
  expect(wrong.getByText('Dispositivo non in linea')).toBeVisible();
  await userEvent.click(row.getByRole('checkbox', { name: 'Seleziona Ponte 2' }));
  expect(row.getByRole('checkbox')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Schede' }));
  expect(await screen.findAllByText(/Ultimo aggiornamento/)).toHaveLength(12);
});

test('signals stand under their group or their confirmed color, each once', async () => {
  openDashboard({
    listDeviceStatuses: [200, TWELVE],
    listGroups: [200, { groups: [GROUP] }],
  });
  const by = await screen.findByRole('combobox', { name: 'Raggruppa' });
  await userEvent.selectOptions(by, await screen.findByRole('option', { name: 'Per gruppo' }));
  const names = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('article')
      .map((card) => within(card).getByRole('heading').textContent);
  expect(names('Sottopassi')).toEqual(['Ponte 2', 'Ponte 5']);
  expect(names('Senza gruppo')).toHaveLength(10);
  await userEvent.selectOptions(by, 'Per colore');
  expect(names('Rosso')).toEqual(['Ponte 6', 'Ponte 9', 'Ponte 12']);
  expect(names('Non confermati')).toEqual(['Ponte 3']);
  expect(screen.getAllByRole('article')).toHaveLength(12);
});
