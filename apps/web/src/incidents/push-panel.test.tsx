import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { renewPush } from './browser-push.ts';
import { PushPanel } from './push-panel.tsx';

const ENDPOINT = 'https://push.example/abc';
const HASH = '96Jj-Hhun5VAxIp1ckXjEpBwiXlUjDafIHy8_54ju4Y';
const PHONE = {
  id: 5,
  name: 'Firefox su Android',
  added_at: '2026-11-20T10:00:00.000Z',
  endpoint_hash: HASH,
};
const BODY = { endpoint: ENDPOINT, p256dh: 'P', auth: 'A' };
const PRESS = 'Attiva le notifiche su questo dispositivo';

afterEach(() => vi.unstubAllGlobals());

/** A browser that can show notifications, and does once it is asked. */
function stubBrowser({ permission = 'default', answer = 'granted', isSubscribed = false } = {}) {
  const unsubscribe = vi.fn(() => Promise.resolve(true));
  const subscription = {
    endpoint: ENDPOINT,
    unsubscribe,
    toJSON: () => ({ keys: { p256dh: 'P', auth: 'A' } }),
  };
  let current = isSubscribed ? subscription : null;
  const subscribe = vi.fn(() => {
    current = subscription;
    return Promise.resolve(current);
  });
  const pushManager = { getSubscription: () => Promise.resolve(current), subscribe };
  const requestPermission = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission });
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) },
  });
  return { subscribe, unsubscribe, requestPermission };
}

test('where notifications cannot come it says why, and others can still be taken away', async () => {
  vi.stubGlobal('isSecureContext', false);
  const server = fakeServer({
    getPush: [200, { key: 'K', devices: [PHONE] }],
    removePushDevice: [204, null],
  });
  showWithCache(<PushPanel />);
  expect(await screen.findByText(/aperta con https/)).toBeVisible();
  expect(screen.queryByRole('button', { name: PRESS })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Togli Firefox su Android/ }));
  await waitFor(() => expect(server.callsOf('removePushDevice')).toHaveLength(1));
});

test('a browser that blocks them says so, and one that lacks them too', async () => {
  stubBrowser({ permission: 'denied' });
  fakeServer({ getPush: [200, { key: 'K', devices: [] }] });
  showWithCache(<PushPanel />);
  expect(await screen.findByText(/sono bloccate/)).toBeVisible();
});

test('nobody is asked before the press; after it this browser is told of what waits', async () => {
  const browser = stubBrowser();
  const answers = {
    getPush: [200, { key: 'K', devices: [] as (typeof PHONE)[] }],
    addPushDevice: [200, PHONE],
  } satisfies Parameters<typeof fakeServer>[0];
  const server = fakeServer(answers);
  showWithCache(<PushPanel />);
  const press = await screen.findByRole('button', { name: PRESS });
  expect(browser.requestPermission).not.toHaveBeenCalled();
  answers.getPush[1].devices = [PHONE];
  await userEvent.click(press);
  expect(await screen.findByText('Questo dispositivo riceve le notifiche.')).toBeVisible();
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'K' });
  expect(server.bodiesOf('addPushDevice')).toEqual([BODY]);
});

test('a permission that is not given is told in words', async () => {
  stubBrowser({ answer: 'denied' });
  const server = fakeServer({ getPush: [200, { key: 'K', devices: [] }] });
  showWithCache(<PushPanel />);
  await userEvent.click(await screen.findByRole('button', { name: PRESS }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Il permesso non è stato dato');
  expect(server.bodiesOf('addPushDevice')).toEqual([]);
});

test('after a log-in the own browser goes on in the new session, and another user’s ends', async () => {
  const own = stubBrowser({ permission: 'granted', isSubscribed: true });
  const server = fakeServer({ getPush: [200, { key: 'K', devices: [PHONE] }], addPushDevice: [200, PHONE] });
  await renewPush();
  expect(server.bodiesOf('addPushDevice')).toEqual([BODY]);
  expect(own.unsubscribe).not.toHaveBeenCalled();
  const others = stubBrowser({ permission: 'granted', isSubscribed: true });
  fakeServer({ getPush: [200, { key: 'K', devices: [] }] });
  await renewPush();
  expect(others.unsubscribe).toHaveBeenCalled();
});
