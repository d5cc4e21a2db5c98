import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { SharedLoginWarning } from './shared-login-warning.tsx';

const NOW = '2026-11-20T03:00:00.000Z';

function open(sharedLogin: boolean) {
  const server = fakeServer({
    getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin, now: NOW }],
  });
  showWithCache(<SharedLoginWarning />);
  return server;
}

test('boards that use the password of all are named as a danger', async () => {
  open(true);
  expect(await screen.findByText('Le schede usano ancora la password comune')).toBeVisible();
});

test('nothing is shown when every board has its own', async () => {
  const server = open(false);
  await waitFor(() => expect(server.callsOf('getBrokerStatus')).toHaveLength(1));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
