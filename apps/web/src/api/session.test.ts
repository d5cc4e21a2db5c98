import { expect, test, vi } from 'vitest';
import { clearAccessToken, readAccessToken, storeAccessToken, subscribeToSession } from './session.ts';

test('the token is kept in the local storage under accessToken until it is cleared', () => {
  storeAccessToken('t1');
  expect(localStorage.getItem('accessToken')).toBe('t1');
  clearAccessToken();
  expect(readAccessToken()).toBeNull();
});

test('a listener hears of changes in this tab and in others until it stops', () => {
  const listener = vi.fn();
  const stop = subscribeToSession(listener);
  storeAccessToken('t1');
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  stop();
  clearAccessToken();
  expect(listener).toHaveBeenCalledTimes(2);
});
