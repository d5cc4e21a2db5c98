import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { PublicLinks } from './public-links.tsx';

const SETTINGS = { tileAttribution: '© chi', alarmRaiseSeconds: 60, supportContact: null, oidcName: null };

test('each link that is set has the address of the setting and the words that AgID requires', async () => {
  fakeServer({
    getPublicSettings: [
      200,
      {
        ...SETTINGS,
        accessibilityUrl: 'https://form.agid.gov.it/view/1',
        feedbackUrl: 'mailto:accessibilita@example.it',
        privacyUrl: 'https://example.it/privacy',
      },
    ],
  });
  showWithCache(<PublicLinks />);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dichiarazione di accessibilità', 'https://form.agid.gov.it/view/1'],
    ['Segnala un problema di accessibilità', 'mailto:accessibilita@example.it'],
    ['Privacy', 'https://example.it/privacy'],
  ]);
});

test('a link that is not set is absent, and without links there is no list', async () => {
  const unset = { ...SETTINGS, accessibilityUrl: null, feedbackUrl: null, privacyUrl: null };
  fakeServer({ getPublicSettings: [200, { ...unset, privacyUrl: 'https://example.it/privacy' }] });
  const { queryClient } = showWithCache(<PublicLinks />);
  expect(await screen.findByRole('link')).toHaveTextContent('Privacy');
  queryClient.setQueryData(queryKeys.publicSettings, unset);
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});
