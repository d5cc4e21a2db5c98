import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { FindComune } from './find-comune.tsx';

const VALDOMBRA = {
  ...{ slug: 'valdombra', comune: 'Comune di Valdombra' },
  ...{ color: 'rosso' as const, text: 'Allerta rossa in corso' },
};

test('the only Comune of an installation is there at once, with what its signals show', async () => {
  fakeServer({ findPublicPages: [200, { total: 1, pages: [VALDOMBRA] }] });
  showWithCache(<FindComune />);
  const link = await screen.findByRole('link', { name: /Comune di Valdombra.*Allerta rossa in corso/ });
  expect(link).toHaveAttribute('href', '/c/valdombra');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('of several one is found by its name, and one that is not known is never drawn as a color', async () => {
  const unknown = { ...VALDOMBRA, color: null, text: 'non disponibile' };
  const answers: Answers = { findPublicPages: [200, { total: 2, pages: [] }] };
  const server = fakeServer(answers);
  showWithCache(<FindComune />);
  const field = await screen.findByRole('searchbox', { name: 'Il tuo Comune' });
  answers.findPublicPages = [200, { total: 2, pages: [unknown] }];
  await userEvent.type(field, 'valdombra');
  expect(await screen.findByRole('link', { name: /non disponibile/ })).toBeVisible();
  expect(document.querySelector('svg[data-color]')).toBeNull();
  answers.findPublicPages = [200, { total: 2, pages: [] }];
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText(/Nessun Comune con questo nome/)).toBeVisible();
  const names = server.callsOf('findPublicPages').map(({ url }) => url.searchParams.get('name'));
  expect([names[0], names.at(-1)]).toEqual([null, 'valdombrax']);
});

test('while no page is on there is nothing to find', async () => {
  const server = fakeServer({ findPublicPages: [200, { total: 0, pages: [] }] });
  showWithCache(<FindComune />);
  await waitFor(() => expect(server.callsOf('findPublicPages')).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
