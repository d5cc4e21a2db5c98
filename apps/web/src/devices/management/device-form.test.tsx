import { managedDevice } from '@semaforo/testing/factories';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type Reply } from '../../test/fake-server.ts';
import { Noticed } from '../../test/noticed.tsx';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { DeviceForm } from './device-form.tsx';

const USERS = [
  { id: 3, username: 'rivachiara' },
  { id: 4, username: 'valdombra' },
];

function open(answer: Reply<'createDevice'> = [201, managedDevice()]) {
  const server = fakeServer({ createDevice: answer });
  showWithCache(
    <Noticed>{(notify) => <DeviceForm users={USERS} selectedUserId={4} onNotice={notify} />}</Noticed>,
  );
  return () => server.bodiesOf('createDevice');
}

async function create(typed: Record<string, string>) {
  for (const [label, text] of Object.entries(typed)) {
    await userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Crea Dispositivo' }));
}

test('a device with topic only is created for the selected user, without the fields left blank', async () => {
  const sent = open();
  await create({ Topic: '/3/valdombra/s9' });
  expect(await screen.findByText('Dispositivo creato con successo')).toBeVisible();
  expect(sent()).toEqual([{ topic: '/3/valdombra/s9', type: 'semaforo', profile: 'outN', userId: 4 }]);
  expect(screen.getByLabelText('Topic')).toHaveValue('');
  expect(screen.getByLabelText('Utente')).toHaveValue('4');
});

test('coordinates are sent as numbers, typed with point or comma', async () => {
  const sent = open();
  await create({ Nome: 'Ponte', Topic: '/3/valdombra/s9', Latitudine: '44,5', Longitudine: '9.25' });
  await screen.findByText('Dispositivo creato con successo');
  expect(sent()).toEqual([
    {
      name: 'Ponte',
      topic: '/3/valdombra/s9',
      type: 'semaforo',
      profile: 'outN',
      latitude: 44.5,
      longitude: 9.25,
      userId: 4,
    },
  ]);
});

test('a latitude that is no number and a topic of another form are refused under their fields', async () => {
  const sent = open();
  await create({ Topic: '/3/#', Latitudine: 'nord' });
  expect(await screen.findByText('La latitudine è un numero')).toBeVisible();
  expect(screen.getByText(/Il topic deve avere la forma/)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('a refused device shows the server’s sentence', async () => {
  open([409, { error: 'Esiste già un dispositivo con questo topic', code: 'topic-taken' }]);
  await create({ Topic: '/3/valdombra/s1' });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Esiste già un dispositivo con questo topic$/);
});
