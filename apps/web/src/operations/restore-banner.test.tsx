import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { RestoreBanner } from './restore-banner.tsx';

const RESTORE = { made_at: '2026-11-24T06:00:00.000Z', restored_at: '2026-11-24T07:00:00.000Z' };

test('a person is asked to look at the lamps after a restored backup, and takes up the command once', async () => {
  const answers: Answers = {
    getRestore: [200, { restore: RESTORE }],
    resumeAfterRestore: [200, { restore: null }],
  };
  const server = fakeServer(answers);
  showWithCache(<RestoreBanner />);
  const title = await screen.findByText(
    'È stata ripristinata una copia di 24/11/2026, 07:00:00: guarda le lampade',
  );
  answers.getRestore = [200, { restore: null }];
  await userEvent.click(screen.getByRole('button', { name: 'Riprendi il comando' }));
  await waitFor(() => expect(title).not.toBeInTheDocument());
  expect(server.callsOf('resumeAfterRestore')).toHaveLength(1);
});

test('a failure to take up the command says why', async () => {
  fakeServer({
    getRestore: [200, { restore: RESTORE }],
    resumeAfterRestore: [503, { error: 'La base dati non risponde', code: 'unavailable' }],
  });
  showWithCache(<RestoreBanner />);
  await userEvent.click(await screen.findByRole('button', { name: 'Riprendi il comando' }));
  expect(await screen.findByText('La base dati non risponde')).toHaveRole('alert');
  expect(screen.getByRole('button', { name: 'Riprendi il comando' })).toBeEnabled();
});

test('nothing is shown where no backup was restored', async () => {
  const server = fakeServer({ getRestore: [200, { restore: null }] });
  showWithCache(<RestoreBanner />);
  await waitFor(() => expect(server.callsOf('getRestore')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
