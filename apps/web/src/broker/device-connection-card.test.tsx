import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DeviceConnectionCard } from './device-connection-card.tsx';

const LOCAL = {
  ...{ embedded: true, loopbackOnly: true, reachIsGiven: false, sharedLogin: false },
  ...{ addresses: ['192.168.1.9'], port: 1883, tlsPort: null, certificate: null },
};
const open = (answers: Answers) => {
  const server = fakeServer(answers);
  showWithCache(<DeviceConnectionCard />);
  return server;
};

test('an admin opens the broker to the network after a question, and closes it again', async () => {
  const server = open({
    getDeviceConnection: [200, LOCAL],
    setBrokerReach: [200, { ...LOCAL, loopbackOnly: false }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Apri il broker alla rete' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Aprire il broker alla rete?' }));
  expect(server.callsOf('setBrokerReach')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Procedi' }));
  expect(await screen.findByText('(in rete)')).toBeVisible();
  expect(server.bodiesOf('setBrokerReach')).toEqual([{ network: true }]);
  expect(screen.queryByText('Il broker ascolta solo il computer del server')).toBeNull();
  expect(screen.getByRole('button', { name: 'Chiudi alla rete' })).toBeVisible();
});

test('a broker that cannot listen there says why', async () => {
  const error = 'La porta 1883 è occupata';
  open({ getDeviceConnection: [200, LOCAL], setBrokerReach: [409, { error, code: 'broker-cannot-listen' }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Apri il broker alla rete' }));
  await userEvent.click(screen.getByRole('button', { name: 'Procedi' }));
  expect(await screen.findByText(error)).toBeVisible();
});

test('where the settings choose, they are named', async () => {
  open({ getDeviceConnection: [200, { ...LOCAL, reachIsGiven: true }] });
  expect(await screen.findByText(/EMBEDDED_BROKER_HOST=0\.0\.0\.0/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /rete/ })).toBeNull();
});
