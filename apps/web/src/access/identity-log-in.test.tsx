import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readAccessToken } from '../api/session.ts';
import { fakeServer, runFakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { IdentityLogIn } from './identity-log-in.tsx';
import { OidcSection } from './oidc-section.tsx';

runFakeServer();
afterEach(() => {
  location.hash = '';
  localStorage.clear();
});

const showLogIn = () => {
  const onLoggedIn = vi.fn();
  showWithCache(<IdentityLogIn name="Identità Valdombra" onLoggedIn={onLoggedIn} />);
  return onLoggedIn;
};

test('the button leads to the provider, and nothing is asked of the server', () => {
  fakeServer({});
  const onLoggedIn = showLogIn();
  const button = screen.getByRole('link', { name: 'Accedi con Identità Valdombra' });
  expect(button.getAttribute('href')).toMatch(/\/api\/oidc\/start$/);
  expect(onLoggedIn).not.toHaveBeenCalled();
});

test('who comes back gets a session, and the address keeps nothing of it', async () => {
  location.hash = '#oidc';
  fakeServer({ openOidcSession: [200, { accessToken: 'gettone' }] });
  const onLoggedIn = showLogIn();
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalled());
  expect(readAccessToken()).toBe('gettone');
  expect(location.hash).toBe('');
});

test('who comes back too late reads why, and gets no session', async () => {
  location.hash = '#oidc';
  fakeServer({
    openOidcSession: [401, { error: 'È passato troppo tempo: riprova', code: 'oidc-not-begun' }],
  });
  const onLoggedIn = showLogIn();
  expect(await screen.findByText('È passato troppo tempo: riprova')).toBeDefined();
  expect(onLoggedIn).not.toHaveBeenCalled();
  expect(readAccessToken()).toBeNull();
});

test('a provider that is away is named above the form', () => {
  location.hash = '#oidc-away';
  fakeServer({});
  showLogIn();
  expect(screen.getByText(/Identità Valdombra non risponde/)).toBeDefined();
});

test.each([
  ['ok', /letto .*\. 6 persone su 8 lo usano/, 'Attivo'],
  ['away', /6 persone su 8/, 'Non risponde'],
  ['off', /OIDC_ISSUER/, 'Spento'],
] as const)('the section of an admin says %s', async (state, sentence, word) => {
  const read_at = new Date().toISOString();
  fakeServer({ getOidc: [200, { state, name: 'Identità Valdombra', read_at, linked: 6, people: 8 }] });
  showWithCache(<OidcSection />);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByText(word)).toBeDefined();
});
