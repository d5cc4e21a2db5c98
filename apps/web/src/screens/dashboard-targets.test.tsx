import type { Group } from '@semaforo/contract/api/groups';
import { managedDevice, user } from '@semaforo/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { noteLiveConnection } from '../live/live-connection.ts';
import { openDashboard, RESULTS, SIGNALS, setUpDashboard } from '../test/dashboard.tsx';
import type { Answers } from '../test/fake-server.ts';

const GROUP: Group = { id: 7, name: 'Sottopassi', userId: 4, username: 'valdombra', deviceIds: [1, 4] };
const ADMIN: Answers = {
  getMe: [200, user({ username: 'admin', role: 'admin' })],
  listManagedDevices: [
    200,
    {
      devices: SIGNALS.map(({ id, topic, device_name: name, device_type: type }) =>
        managedDevice({
          id,
          topic,
          name,
          type,
          ...(id === 3 && { userId: 5, username: 'torrealta' }),
        }),
      ),
    },
  ],
};

setUpDashboard();

const open = async (answers: Answers = {}) => {
  const page = openDashboard({ sendCommand: [200, RESULTS], ...answers });
  await screen.findByRole('article', { name: 'Stazione' });
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }));
  if (answers.listManagedDevices !== 'silent') await screen.findByText(/Il comando raggiungerà/);
  return page;
};
const box = (name: string) => screen.getByRole('checkbox', { name: `Seleziona ${name}` });
const targets = () => within(screen.getByRole('group', { name: 'A chi' }));
const reach = () => screen.getByText(/Il comando raggiungerà|Nessun semaforo/);
const press = async (color: string) => {
  await screen.findByText(/Il comando raggiungerà|Nessun semaforo/);
  await userEvent.click(screen.getByRole('button', { name: color }));
};

test('ticked signals are counted and named, and the command names them alone', async () => {
  const { server } = await open();
  expect(reach()).toHaveTextContent('Il comando raggiungerà 3 semafori: Argine, Ponte, Stazione');
  await userEvent.click(box('Ponte'));
  await userEvent.click(box('Stazione'));
  expect(screen.getByText('2 di 3 selezionati')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('button', { name: 'Selezione 2' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('checkbox', { name: 'Seleziona i visibili' })).toBePartiallyChecked();
  expect(reach()).toHaveTextContent('Il comando raggiungerà 2 semafori: Ponte, Stazione');
  await press('Rosso');
  await waitFor(() =>
    expect(server.bodiesOf('sendCommand')).toEqual([{ command: 'rosso', deviceIds: [3, 1] }]),
  );
});

test('a tick is drawn before the browser can paint: no timer passes', async () => {
  await open();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    fireEvent.click(box('Ponte'));
    await act(() => Promise.resolve());
    expect(box('Ponte')).toBeChecked();
  } finally {
    vi.useRealTimers();
  }
});

test('with no signal left in the selection nothing can be sent, and it never becomes all by itself', async () => {
  await open();
  await userEvent.click(box('Ponte'));
  await userEvent.click(screen.getByRole('button', { name: 'Togli la selezione' }));
  expect(reach()).toHaveTextContent('Nessun semaforo scelto');
  const rosso = screen.getByRole('button', { name: 'Rosso' });
  expect(rosso).toBeDisabled();
  expect(rosso).toHaveAccessibleDescription(/^Nessun semaforo scelto/);
  await userEvent.click(targets().getByRole('button', { name: 'Tutti 3' }));
  expect(rosso).toBeEnabled();
});

test('without any signal the colors cannot be pressed, and the page says why', async () => {
  openDashboard({ listDeviceStatuses: [200, []] });
  await screen.findByText('Nessun semaforo assegnato.');
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }));
  expect(await screen.findByText('Nessun semaforo assegnato')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Verde' })).toBeDisabled();
});

test('what the filter shows is selected at once, and stays so when the filter changes', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Giallo 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Scegli…' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleziona i visibili' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mostra tutti' }));
  expect(box('Ponte')).toBeChecked();
  expect(box('Stazione')).not.toBeChecked();
});

test('a group is chosen by its chip, counts its signals only, and is named in the command', async () => {
  const { server } = await open({ listGroups: [200, { groups: [GROUP] }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Sottopassi 1' }));
  expect(box('Stazione')).toBeChecked();
  expect(reach()).toHaveTextContent('Il comando raggiungerà 1 semaforo: Stazione');
  await press('Verde');
  await waitFor(() => expect(server.bodiesOf('sendCommand')).toEqual([{ command: 'verde', groupId: 7 }]));
  await userEvent.click(box('Ponte'));
  expect(screen.getByRole('button', { name: 'Selezione 2' })).toBeVisible();
});

test('only the cards of the chosen signals say that a color is being sent', async () => {
  await open({ sendCommand: 'silent' });
  await userEvent.click(box('Ponte'));
  await press('Rosso');
  const card = (name: string) => within(screen.getByRole('article', { name }));
  expect(await card('Ponte').findByText('Invio: rosso')).toBeVisible();
  expect(card('Stazione').queryByText('Invio: rosso')).toBeNull();
});

test('X ticks the card that has the focus', async () => {
  await open();
  box('Ponte').focus();
  await userEvent.keyboard('x');
  expect(box('Ponte')).toBeChecked();
});

test('a new group begins with what is ticked, and is chosen when it is saved', async () => {
  const { server } = await open({ createGroup: [201, { ...GROUP, deviceIds: [1, 3] }] });
  await userEvent.click(box('Ponte'));
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo gruppo…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo gruppo' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  expect(dialog.getByText('Il gruppo ha bisogno di un nome')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Nome del gruppo'), 'Sottopassi');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Stazione' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodiesOf('createGroup')).toEqual([{ name: 'Sottopassi', deviceIds: [3, 1] }]);
});

test('a link that is cut for a moment closes the colors, and not the group that is being written', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo gruppo…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo gruppo' }));
  await userEvent.type(dialog.getByLabelText('Nome del gruppo'), 'Sottopassi');
  act(() => noteLiveConnection(false, Date.now()));
  act(() => noteLiveConnection(true, Date.now()));
  expect(screen.queryByRole('group', { name: 'A chi' })).toBeNull();
  expect(dialog.getByLabelText('Nome del gruppo')).toHaveValue('Sottopassi');
  expect(screen.getByRole('dialog', { name: 'Nuovo gruppo' })).toBeVisible();
  // The button that opened it went with the colors.
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Imposta' })).toHaveFocus();
});

test('an admin is asked before a command to two Comuni, and both are named', async () => {
  const { server } = await open(ADMIN);
  expect(await within(screen.getByRole('article', { name: 'Ponte' })).findByText('torrealta')).toBeVisible();
  expect(reach()).toHaveTextContent(
    'Il comando raggiungerà 3 semafori di 2 Comuni: valdombra 2, torrealta 1',
  );
  await press('Rosso');
  const question = within(await screen.findByRole('alertdialog', { name: 'Accendere ROSSO in 2 Comuni?' }));
  expect(question.getByText('valdombra').closest('li')).toHaveTextContent('2 semaforiArgine, Stazione');
  expect(server.callsOf('sendCommand')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: /Accendi rosso a torrealta e valdombra/ }));
  await waitFor(() => expect(server.bodiesOf('sendCommand')).toEqual([{ command: 'rosso' }]));
});

test('an admin commands no one until it is known whose the signals are', async () => {
  const { server } = await open({ ...ADMIN, listManagedDevices: 'silent' });
  const rosso = screen.getByRole('button', { name: 'Rosso' });
  expect(rosso).toBeDisabled();
  await userEvent.click(rosso);
  expect(server.callsOf('sendCommand')).toEqual([]);
});

test('an admin who chose one Comune sees and commands its signals alone, unasked', async () => {
  const { server } = await open(ADMIN);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Comune' }), 'torrealta');
  expect(screen.queryByRole('article', { name: 'Stazione' })).toBeNull();
  expect(targets().getByRole('button', { name: 'Tutti 1' })).toBeVisible();
  await press('Rosso');
  await waitFor(() => expect(server.bodiesOf('sendCommand')).toEqual([{ command: 'rosso', deviceIds: [3] }]));
});

test('with the setting of the Comune rosso is held, and by the keyboard pressed twice', async () => {
  const held: Answers = { listMySettings: [200, { settings: [{ key: 'hold_rosso', value: 'true' }] }] };
  const { server } = await open(held);
  const rosso = () => screen.getByRole('button', { name: /^Rosso/ });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerDown(rosso(), { button: 0 });
  expect(screen.getByText('Tieni premuto 1,5 s: rosso su 3 semafori')).toBeVisible();
  act(() => void vi.advanceTimersByTime(1400));
  fireEvent.pointerUp(rosso());
  act(() => void vi.advanceTimersByTime(1500));
  expect(server.callsOf('sendCommand')).toEqual([]);
  fireEvent.pointerDown(rosso(), { button: 0 });
  act(() => void vi.advanceTimersByTime(1500));
  vi.useRealTimers();
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));

  await waitFor(() => expect(rosso()).toHaveAttribute('aria-disabled', 'false'));
  rosso().focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Conferma rosso' })).toHaveFocus();
  expect(server.callsOf('sendCommand')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(2));
});
