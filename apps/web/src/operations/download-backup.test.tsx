import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DownloadBackup } from './download-backup.tsx';

test('a backup is asked for with a passphrase that is long enough, and a refusal says why', async () => {
  const server = fakeServer({
    downloadBackup: [409, { error: 'Una copia di sicurezza è già in corso', code: 'backup-failed' }],
  });
  showWithCache(<DownloadBackup />);
  await userEvent.click(screen.getByRole('button', { name: 'Scarica una copia adesso' }));
  const field = screen.getByLabelText('Passphrase della copia');
  await userEvent.type(field, 'corta');
  await userEvent.click(screen.getByRole('button', { name: 'Scarica' }));
  expect(server.bodiesOf('downloadBackup')).toEqual([]);
  await userEvent.type(field, ' ma non troppo');
  await userEvent.click(screen.getByRole('button', { name: 'Scarica' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Una copia di sicurezza è già in corso');
  await waitFor(() =>
    expect(server.bodiesOf('downloadBackup')).toEqual([{ passphrase: 'corta ma non troppo' }]),
  );
});
