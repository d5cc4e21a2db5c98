import { createContext, Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { NOTICES_WORKER } from './page-assets.ts';

type Listener = (event: { waitUntil: (work: Promise<unknown>) => void; [more: string]: unknown }) => void;

/** The worker of the page of one Comune, with the browser that it is in. */
function startWorker() {
  const listeners = new Map<string, Listener>();
  const subscription = {
    endpoint: 'https://push.example/1',
    unsubscribe: vi.fn(() => Promise.resolve(true)),
  };
  const around = {
    showNotification: vi.fn(() => Promise.resolve()),
    openWindow: vi.fn(() => Promise.resolve()),
    fetch: vi.fn(() => Promise.resolve()),
    subscription,
  };
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {
      scope: 'https://allerta.example/c/valdombra',
      showNotification: around.showNotification,
      pushManager: { getSubscription: () => Promise.resolve(subscription) },
    },
    clients: { openWindow: around.openWindow },
  };
  new Script(NOTICES_WORKER).runInContext(createContext({ self, fetch: around.fetch, JSON, Promise }));
  const happen = async (type: string, event: object) => {
    const works: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work) => works.push(work) });
    await Promise.all(works);
  };
  return { ...around, happen };
}

test('what citizens asked to be told is shown once, and leads to the page', async () => {
  const worker = startWorker();
  const message = { key: 'channel:1', title: 'Allerta rossa', text: 'dalle 18:04', path: '/c/valdombra' };
  await worker.happen('push', { data: { json: () => message } });
  expect(worker.showNotification).toHaveBeenCalledWith(
    'Allerta rossa',
    expect.objectContaining({ body: 'dalle 18:04', tag: 'channel:1' }),
  );
  const close = vi.fn();
  await worker.happen('notificationclick', {
    action: '',
    notification: { close, data: { path: '/c/valdombra' } },
  });
  expect(close).toHaveBeenCalled();
  expect(worker.openWindow).toHaveBeenCalledWith('/c/valdombra');
  expect(worker.subscription.unsubscribe).not.toHaveBeenCalled();
});

test('one tap on it ends that, in the browser and on the server', async () => {
  const worker = startWorker();
  await worker.happen('notificationclick', { action: 'off', notification: { close: vi.fn(), data: {} } });
  expect(worker.subscription.unsubscribe).toHaveBeenCalled();
  expect(worker.fetch).toHaveBeenCalledWith(
    'https://allerta.example/c/valdombra/avvisi',
    expect.objectContaining({
      method: 'DELETE',
      body: JSON.stringify({ endpoint: 'https://push.example/1' }),
    }),
  );
  expect(worker.openWindow).not.toHaveBeenCalled();
});
