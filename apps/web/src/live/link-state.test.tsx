import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { useLinkState } from './link-state.ts';
import { forgetLiveConnection, noteLiveConnection } from './live-connection.ts';

const NOW = '2026-11-22T19:33:12.000Z';
const at = (seconds: number) => Date.parse(NOW) + seconds * 1000;
const status = (connected: boolean, since = NOW) => ({
  connected,
  since,
  reason: null,
  sharedLogin: false,
  now: NOW,
});

function Link() {
  const link = useLinkState();
  const state = link.up ? 'up' : link.down;
  return (
    <output>{link.since === null ? state : `${state} since ${new Date(link.since).toISOString()}`}</output>
  );
}

function open(answers: Answers = {}) {
  fakeServer({ getBrokerStatus: [200, status(true)], ...answers });
  return showWithCache(<Link />);
}

const link = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  storeAccessToken('t1');
});
afterEach(forgetLiveConnection);

test('a poll that fails says nothing of the broker: the server may be what does not answer', async () => {
  const { queryClient } = open({ getBrokerStatus: 'unreachable' });
  act(() => noteLiveConnection(true, at(0)));
  await waitFor(() => expect(queryClient.getQueryState(queryKeys.brokerStatus)?.status).toBe('error'));
  expect(link()).toBe('up');
});

test('a cut socket is dated by the last thing received, and the date does not move', () => {
  open();
  act(() => noteLiveConnection(true, at(0)));
  act(() => noteLiveConnection(false, at(5)));
  act(() => noteLiveConnection(false, at(40)));
  expect(link()).toBe('socket since 2026-11-22T19:33:17.000Z');
});

test('a broker that the server said to be down is what is missing', async () => {
  open({ getBrokerStatus: [200, status(false, '2026-11-22T19:30:00.000Z')] });
  act(() => noteLiveConnection(true, at(0)));
  await waitFor(() => expect(link()).toBe('broker since 2026-11-22T19:30:00.000Z'));
});

test('when the link is cut while the broker is down, the states are as old as they were', async () => {
  open({ getBrokerStatus: [200, status(false, '2026-11-22T19:30:00.000Z')] });
  act(() => noteLiveConnection(true, at(0)));
  await waitFor(() => expect(link()).toMatch(/^broker/));
  act(() => noteLiveConnection(false, at(5)));
  expect(link()).toBe('socket since 2026-11-22T19:30:00.000Z');
});

test('the states are kept up since the later of the two links came back', async () => {
  open({ getBrokerStatus: [200, status(true, '2026-11-22T19:30:00.000Z')] });
  act(() => noteLiveConnection(true, at(-300)));
  await waitFor(() => expect(link()).toBe('up since 2026-11-22T19:30:00.000Z'));
  act(() => noteLiveConnection(false, at(5)));
  act(() => noteLiveConnection(true, at(40)));
  expect(link()).toBe('up since 2026-11-22T19:33:52.000Z');
});
