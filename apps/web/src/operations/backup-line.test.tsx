import type { BackupsRecord } from '@semaforo/contract/api/backups';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { BackupLine } from './backup-line.tsx';

const GOOD: BackupsRecord = {
  schedule: { every_hours: 24, keep: 14 },
  last: {
    kind: 'scheduled',
    at: new Date(Date.now() - 7_200_000).toISOString(),
    file: 'semaforo-20261122T173000Z.backup',
    bytes: 1000,
  },
  failure: null,
  stale: false,
};

function show(record: BackupsRecord) {
  fakeServer({ getBackups: [200, record] });
  showWithCache(<BackupLine />);
}

test('the last good backup is shown with its age', async () => {
  show(GOOD);
  expect(await screen.findByText('Ultima riuscita')).toBeVisible();
  expect(screen.getByText(/2 h fa/)).toBeVisible();
});

test('a failure is shown with its reason beside the last good one', async () => {
  show({ ...GOOD, stale: true, failure: { at: GOOD.last?.at ?? '', reason: 'il disco è pieno' } });
  expect(await screen.findByText('Non aggiornate')).toBeVisible();
  expect(screen.getByText('il disco è pieno')).toBeVisible();
});

test('without any backup it says so, and that none are made at times', async () => {
  show({ schedule: null, last: null, failure: null, stale: false });
  expect(await screen.findByText('Nessuna ancora')).toBeVisible();
  expect(screen.getByText(/manca BACKUP_DIR/)).toBeVisible();
});
