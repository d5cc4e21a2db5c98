import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { deviceRecord } from '@semaforo/testing/factories';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createDeviceStatuses, deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { type Answers, fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';

const MAINTENANCE = {
  until: '2099-05-06T16:30:00.000Z',
  reason: 'Lampada nuova',
  by: 'valdombra',
  since: '2026-11-20T01:00:00.000Z',
};

/** The panel of the device as the cache knows it. */
function Shown({ first }: { first: DeviceStatusRecord }) {
  const statuses = useQuery({
    ...deviceStatusesQuery,
    enabled: false,
    initialData: createDeviceStatuses([first]),
  }).data;
  return <MaintenancePanel device={findDevice(statuses, first.topic) ?? first} />;
}

function open(answers: Answers, changes: Partial<DeviceStatusRecord> = {}) {
  const server = fakeServer(answers);
  showWithCache(<Shown first={deviceRecord(changes)} />);
  return server;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const reason = () => screen.getByLabelText(/^Motivo/);

test('a device is put in maintenance until an hour of Rome, for a reason, with the instant of the press', async () => {
  const server = open({ setMaintenance: [200, deviceRecord({ maintenance: MAINTENANCE })] });
  await press('Manutenzione…');
  const dialog = within(screen.getByRole('dialog', { name: 'Manutenzione di Diga Vecchia' }));
  await userEvent.clear(screen.getByLabelText(/^Fino al giorno/));
  const day = new Date(serverNow() + 2 * 86_400_000).toISOString().slice(0, 10);
  await userEvent.type(screen.getByLabelText(/^Fino al giorno/), day);
  await userEvent.clear(screen.getByLabelText(/^Alle ore/));
  await userEvent.type(screen.getByLabelText(/^Alle ore/), '18:30');
  await userEvent.type(reason(), ' Lampada nuova ');
  await userEvent.click(dialog.getByRole('button', { name: 'Metti in manutenzione' }));
  expect(await screen.findByText(/^In manutenzione fino al 06\/05\/2099 alle 18:30:/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = server.callsOf('setMaintenance');
  expect(call?.params).toEqual({ id: '1' });
  expect(call?.body).toMatchObject({ reason: 'Lampada nuova' });
  const { until } = (call?.body ?? {}) as { until?: string };
  expect(new Date(until ?? '').toLocaleString('sv', { timeZone: 'Europe/Rome' })).toBe(`${day} 18:30:00`);
  expect(call?.headers.get('Semaforo-Issued-At')).toMatch(/Z$/);
});

test('a moment that is over or too far, and no reason, are told under the fields and not sent', async () => {
  const server = open({});
  await press('Manutenzione…');
  const retype = async (label: RegExp, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
  };
  await retype(/^Fino al giorno/, '2026-01-01');
  await press('Metti in manutenzione');
  expect(screen.getByText('La manutenzione deve finire nel futuro')).toBeVisible();
  expect(screen.getByText('Scrivi perché: chi guarda il segnale lo legge')).toBeVisible();
  await retype(/^Fino al giorno/, '2099-01-01');
  await press('Metti in manutenzione');
  expect(screen.getByText('Una manutenzione dura al massimo 366 giorni')).toBeVisible();
  await retype(/^Fino al giorno/, '');
  await press('Metti in manutenzione');
  expect(screen.getByText('Scegli giorno e ora')).toBeVisible();
  expect(server.calls).toEqual([]);
});

test('what the server refuses is said in the dialog, which stays with what was typed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open({ setMaintenance: [400, { error: 'Il motivo sta su una riga', code: 'invalid-input' }] });
  await press('Manutenzione…');
  await userEvent.type(reason(), 'Lampada nuova');
  await press('Metti in manutenzione');
  expect(await screen.findByRole('alert')).toHaveTextContent('Il motivo sta su una riga');
  expect(reason()).toHaveValue('Lampada nuova');
});

test('a maintenance is ended by one press, and changed from what it is', async () => {
  const server = open({ endMaintenance: [200, deviceRecord()] }, { maintenance: MAINTENANCE });
  await press('Cambia…');
  expect(reason()).toHaveValue('Lampada nuova');
  expect(screen.getByLabelText(/^Alle ore/)).toHaveValue('18:30');
  await press('Annulla');
  await press('Termina la manutenzione');
  expect(await screen.findByRole('button', { name: 'Manutenzione…' })).toBeVisible();
  expect(screen.queryByText(/In manutenzione/)).toBeNull();
  expect(server.callsOf('endMaintenance')).toHaveLength(1);
});
