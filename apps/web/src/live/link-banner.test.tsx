import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { LinkBanner } from './link-banner.tsx';
import { noteIsolation } from './server-isolation.ts';

afterEach(() => noteIsolation(false));

test('a page says that its server is isolated for as long as it is', async () => {
  fakeServer({});
  showWithCache(<LinkBanner />);
  expect(screen.queryByText('Questo server è isolato')).toBeNull();
  act(() => noteIsolation(true));
  expect(await screen.findByText('Questo server è isolato')).toBeVisible();
  act(() => noteIsolation(false));
  expect(screen.queryByText('Questo server è isolato')).toBeNull();
});
