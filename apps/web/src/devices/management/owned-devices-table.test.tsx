import { managedDevice } from '@semaforo/testing/factories';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { queryKeys } from '../../api/query-keys.ts';
import { type Answers, fakeServer, lateReply } from '../../test/fake-server.ts';
import { Noticed } from '../../test/noticed.tsx';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { OwnedDevicesTable } from './owned-devices-table.tsx';

const USERS = [
  { id: 3, username: 'rivachiara' },
  { id: 4, username: 'valdombra' },
];
const HOSTILE = '<img src=x onerror=alert(1)>';
const LUNGOFIUME = managedDevice({ id: 1, name: 'Lungofiume', topic: '/3/valdombra/s3' });
const DEVICES = [
  LUNGOFIUME,
  managedDevice({ id: 2, name: null, topic: '/3/valdombra/s2', latitude: null }),
  managedDevice({ id: 3, name: HOSTILE, topic: '/3/valdombra/s1' }),
  managedDevice({ id: 4, name: 'Altrui', topic: '/3/rivachiara/s1', userId: 3 }),
];

function open(answers: Answers = {}, users = USERS) {
  const server = fakeServer({ listManagedDevices: [200, { devices: DEVICES }], ...answers });
  const { queryClient } = showWithCache(
    <MemoryRouter>
      <Noticed>
        {(notify) => (
          <OwnedDevicesTable
            owner={{ id: 4, username: 'valdombra' }}
            users={users}
            actionsOf={() => null}
            onNotice={notify}
          />
        )}
      </Noticed>
    </MemoryRouter>,
  );
  return Object.assign(server, { queryClient });
}

/** A button of the device's row: it is named by its word alone, and described by the device. */
const buttonOf = (label: string, name: string) =>
  screen.getByRole('button', { name, description: name === 'X' ? `Elimina ${label}` : label });
const findButtonOf = (label: string, name: string) => waitFor(() => buttonOf(label, name));

test('only the owner’s devices are listed, by name or by topic, and hostile names are shown as text', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Dispositivi di valdombra' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    '/3/valdombra/s2',
    '/3/valdombra/s1',
    '/3/valdombra/s3',
  ]);
  expect(table.getByText(HOSTILE)).toBeVisible();
});

test('a field that loses the focus is saved alone, and a message says so', async () => {
  const server = open({ updateDevice: [200, { ...LUNGOFIUME, name: null }] });
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  expect(screen.getByLabelText('Nome')).toHaveFocus();
  await userEvent.clear(screen.getByLabelText('Nome'));
  await userEvent.tab();
  expect(await screen.findByText('Salvato')).toBeVisible();
  expect(screen.getByText('Dispositivo aggiornato con successo')).toBeVisible();
  await userEvent.click(buttonOf('Lungofiume', 'Fine'));
  expect(screen.queryByLabelText('Lat')).toBeNull();
  expect(server.bodiesOf('updateDevice')).toEqual([{ name: null }]);
});

test('the profile is chosen beside the type, and told there when it is not the usual one', async () => {
  const tasmota = { ...LUNGOFIUME, profile: 'tasmota' as const };
  const server = open({ updateDevice: [200, tasmota] });
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  await userEvent.selectOptions(screen.getByLabelText('Profilo'), 'Tasmota');
  await screen.findByText('Dispositivo aggiornato con successo');
  expect(server.bodiesOf('updateDevice')).toEqual([{ profile: 'tasmota' }]);
  await userEvent.click(buttonOf('Lungofiume', 'Fine'));
  server.queryClient.setQueryData(queryKeys.managedDevices, { devices: [tasmota] });
  expect(await screen.findByText('semaforo, Tasmota')).toBeVisible();
});

test('what Enter has sent is not sent again on leaving the field, and what was typed since is', async () => {
  const { reply, give } = lateReply('updateDevice');
  const server = open({ updateDevice: reply });
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  const name = screen.getByLabelText('Nome');
  await userEvent.type(name, '!{Enter}');
  await userEvent.tab();
  await waitFor(() => expect(server.bodiesOf('updateDevice')).toEqual([{ name: 'Lungofiume!' }]));
  await userEvent.type(name, '{Backspace}');
  await userEvent.tab();
  expect(server.bodiesOf('updateDevice')).toEqual([{ name: 'Lungofiume!' }, { name: 'Lungofiume' }]);
  give(200, LUNGOFIUME);
  expect(await screen.findByText('Salvato')).toBeVisible();
  expect(name).toHaveValue('Lungofiume');
});

test('an unedited field shows changes of other users and saves nothing', async () => {
  const server = open();
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  const moved = { ...LUNGOFIUME, topic: '/3/valdombra/s8' };
  server.queryClient.setQueryData(queryKeys.managedDevices, { devices: [moved] });
  await waitFor(() => expect(screen.getByLabelText('Topic')).toHaveValue('/3/valdombra/s8'));
  await userEvent.click(screen.getByLabelText('Topic'));
  await userEvent.tab();
  expect(server.bodiesOf('updateDevice')).toEqual([]);
});

test('a coordinate that is no number is not sent', async () => {
  const server = open();
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  await userEvent.type(screen.getByLabelText('Lng'), ' est{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore aggiornamento dispositivo');
  expect(screen.getByRole('alert')).toHaveTextContent('La longitudine è un numero');
  expect(server.bodiesOf('updateDevice')).toEqual([]);
});

test('a refused change keeps what was typed and marks the field', async () => {
  open({ updateDevice: [409, { error: 'Topic già usato', code: 'topic-taken' }] });
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  const topic = screen.getByLabelText('Topic');
  await userEvent.type(topic, 'bis{Enter}');
  expect(await screen.findByText('Errore aggiornamento dispositivo')).toBeVisible();
  expect(screen.getByText('Topic già usato')).toBeVisible();
  expect(topic).toHaveValue('/3/valdombra/s3bis');
  expect(topic).toHaveAttribute('aria-invalid', 'true');
});

test('a device is deleted after a confirmation, and the focus goes to its neighbour', async () => {
  const server = open({ deleteDevice: [204, null] });
  await userEvent.click(await findButtonOf('Lungofiume', 'X'));
  const dialog = screen.getByRole('alertdialog', { name: 'Confermi eliminazione dispositivo?' });
  expect(server.bodiesOf('deleteDevice')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Elimina' }));
  await waitFor(() => expect(buttonOf(HOSTILE, 'Modifica')).toHaveFocus());
});

test('a failed deletion shows an alert', async () => {
  open({ deleteDevice: [500, {}] });
  await userEvent.click(await findButtonOf('Lungofiume', 'X'));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Elimina' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore cancellazione dispositivo');
});

const assign = () => userEvent.click(screen.getByRole('button', { name: 'Passa da valdombra a rivachiara' }));

test('a device gets another owner only by a button that names both', async () => {
  const server = open({ assignDevice: [200, { ...LUNGOFIUME, userId: 3 }] });
  const select = await screen.findByLabelText('Assegna Lungofiume');
  await userEvent.selectOptions(select, 'rivachiara');
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }));
  expect(select).toHaveDisplayValue('valdombra');
  await userEvent.selectOptions(select, 'rivachiara');
  expect(server.callsOf('assignDevice')).toEqual([]);
  await assign();
  await waitFor(() => expect(server.bodiesOf('assignDevice')).toEqual([{ userId: 3 }]));
});

test('a refused assignment shows an alert, and the former owner stays chosen', async () => {
  open({ assignDevice: [500, {}] });
  await userEvent.selectOptions(await screen.findByLabelText('Assegna Lungofiume'), 'rivachiara');
  await assign();
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore assegnazione dispositivo');
  await waitFor(() => expect(screen.getByLabelText('Assegna Lungofiume')).toHaveValue('4'));
});

test('with many users each drop-down lists them only while it is in use', async () => {
  const others = Array.from({ length: 3_000 }, (_, index) => ({
    id: 10 + index,
    username: `comune${index}`,
  }));
  const server = open({ assignDevice: [200, { ...LUNGOFIUME, userId: 3 }] }, [...USERS, ...others]);
  const select = await screen.findByLabelText('Assegna Lungofiume');
  expect(within(select).getAllByRole('option')).toHaveLength(1);
  expect(select).toHaveDisplayValue('valdombra');
  await userEvent.click(select);
  expect(within(select).getAllByRole('option')).toHaveLength(3_002);
  await userEvent.selectOptions(select, 'rivachiara');
  await assign();
  await waitFor(() => expect(server.bodiesOf('assignDevice')).toEqual([{ userId: 3 }]));
});

test('more than twenty devices are searched by name or topic, and their rows are in the page by the hundred', async () => {
  const devices = Array.from({ length: 10_000 }, (_, index) =>
    managedDevice({ id: index + 1, name: `Segnale ${index + 1}`, topic: `/3/valdombra/s${index + 1}` }),
  );
  open({ listManagedDevices: [200, { devices }] });
  const table = await screen.findByRole('table', { name: 'Dispositivi di valdombra' });
  expect(table.querySelectorAll('tbody tr')).toHaveLength(100);
  await userEvent.type(screen.getByLabelText('Cerca dispositivo per nome o topic'), '/s7341');
  await waitFor(() => expect(table.querySelectorAll('tbody tr')).toHaveLength(1));
  expect(within(table).getByText('Segnale 7341')).toBeVisible();
});

test('a head sorts the devices, and coordinates are written as in Italian', async () => {
  open();
  await findButtonOf('Lungofiume', 'Modifica');
  await userEvent.click(screen.getByRole('button', { name: 'Topic' }));
  const rows = within(screen.getByRole('table', { name: 'Dispositivi di valdombra' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.children[1]?.textContent)).toEqual([
    '/3/valdombra/s1',
    '/3/valdombra/s2',
    '/3/valdombra/s3',
  ]);
  const { longitude } = managedDevice();
  expect(rows[1]?.children[4]).toHaveTextContent(String(longitude).replace('.', ','));
});

const UNPLACED = managedDevice({ id: 5, name: 'Argine', latitude: null, longitude: null });

test('a first coordinate waits for the second one, with a hint, and both are saved together', async () => {
  const placed = { ...UNPLACED, latitude: 44.8, longitude: 9.67 };
  const server = open({
    listManagedDevices: [200, { devices: [UNPLACED] }],
    updateDevice: [200, placed],
  });
  await userEvent.click(await findButtonOf('Argine', 'Modifica'));
  await userEvent.type(screen.getByLabelText('Lat'), '44,8');
  await userEvent.tab();
  expect(await screen.findByText('Non ancora salvata: scrivi anche la longitudine')).toBeVisible();
  expect(screen.getByLabelText('Lat')).toHaveAccessibleDescription(/^Non ancora salvata/);
  expect(server.bodiesOf('updateDevice')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Lng'), '9,67');
  await userEvent.tab();
  await waitFor(() => expect(server.bodiesOf('updateDevice')).toEqual([{ latitude: 44.8, longitude: 9.67 }]));
  expect(await screen.findAllByText('Salvato')).toHaveLength(2);
  expect(screen.queryByText(/Non ancora salvata/)).toBeNull();
});

test('a coordinate of a placed device is saved alone when the focus leaves it', async () => {
  const server = open({ updateDevice: [200, { ...LUNGOFIUME, latitude: 45 }] });
  await userEvent.click(await findButtonOf('Lungofiume', 'Modifica'));
  await userEvent.clear(screen.getByLabelText('Lat'));
  await userEvent.type(screen.getByLabelText('Lat'), '45');
  await userEvent.tab();
  await waitFor(() => expect(server.bodiesOf('updateDevice')).toEqual([{ latitude: 45 }]));
});
