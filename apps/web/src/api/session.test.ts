import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  clearAccessToken,
  readAccessToken,
  renewAccessToken,
  storeAccessToken,
  subscribeToSession,
} from './session.ts';

test('the token is kept in the local storage under accessToken until it is cleared', () => {
  storeAccessToken('t1');
  expect(localStorage.getItem('accessToken')).toBe('t1');
  clearAccessToken();
  expect(readAccessToken()).toBeNull();
});

test('a listener is called after changes in this tab and in others until it stops', () => {
  const listener = vi.fn();
  const stop = subscribeToSession(listener);
  storeAccessToken('t1');
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  stop();
  clearAccessToken();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a refused token does not end the session while it is being replaced', async () => {
  storeAccessToken('t1');
  const renewed = renewAccessToken(async () => {
    await Promise.resolve();
    clearAccessToken('t1');
    return 't2';
  });
  await renewed;
  await waitFor(() => expect(readAccessToken()).toBe('t2'));
});

test('a refused token ends the session when its replacement fails', async () => {
  storeAccessToken('t1');
  const renewed = renewAccessToken(async () => {
    await Promise.resolve();
    clearAccessToken('t1');
    throw new Error('refused');
  });
  await expect(renewed).rejects.toThrow('refused');
  await waitFor(() => expect(readAccessToken()).toBeNull());
});
