import type { Approval } from '@semaforo/contract/api/approvals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ApprovalLines } from '../commands/approval/approval-lines.tsx';
import { noteServerTime } from '../platform/server-clock.ts';
import { NOW, openColors, openDashboard, setUpDashboard } from '../test/dashboard.tsx';
import type { Answers } from '../test/fake-server.ts';

const APPROVAL: Approval = {
  id: 3,
  kind: 'comando',
  color: 'rosso',
  asked_by: 'valdombra',
  asked_at: NOW,
  expires_at: new Date(Date.parse(NOW) + 120_000).toISOString(),
  state: 'in attesa',
  decided_by: null,
  decided_at: null,
  execute_at: null,
  devices: ['Argine', 'Ponte', 'Stazione'],
  total: 3,
  mine: true,
  may_confirm: false,
};
const NEEDED = { error: 'Serve una seconda persona', code: 'second-person-needed' };

setUpDashboard();

/** The dashboard below the line that the frame draws on every screen. */
const openWithLines = (answers: Answers) => openDashboard(answers, <ApprovalLines blocked={false} />);
const strip = () => screen.findByRole('region', { name: 'Serve una seconda persona' });

test('a rosso that waits for a second person is no failure, and may be taken back by who asked', async () => {
  const { server } = openWithLines({
    sendCommand: [409, NEEDED],
    listApprovals: [200, [APPROVAL]],
    rejectApproval: [200, { ...APPROVAL, state: 'rifiutata' }],
  });
  await openColors();
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  const waiting = within(await strip());
  expect(waiting.getByText(/ancora [12]:\d\d/)).toBeVisible();
  expect(waiting.queryByRole('button', { name: 'Conferma rosso' })).toBeNull();
  await userEvent.click(waiting.getByRole('button', { name: 'Ritira la richiesta' }));
  expect(server.callsOf('rejectApproval')).toHaveLength(1);
});

test('another person confirms or refuses; after two minutes it says that nobody did', async () => {
  const other = { ...APPROVAL, mine: false, may_confirm: true };
  const { server } = openWithLines({
    listApprovals: [200, [other]],
    confirmApproval: [200, { ...other, state: 'confermata', decided_by: 'admin' }],
  });
  const waiting = within(await strip());
  expect(waiting.getByRole('button', { name: 'Rifiuta' })).toBeEnabled();
  await userEvent.click(waiting.getByRole('button', { name: 'Conferma rosso' }));
  const [call] = server.callsOf('confirmApproval');
  expect(call?.headers.get('semaforo-issued-at')).toContain('2026-11-20T02:00');
  act(() => noteServerTime(APPROVAL.expires_at));
  expect(await screen.findByText(/nessuno ha confermato in 2 minuti/)).toBeVisible();
});
