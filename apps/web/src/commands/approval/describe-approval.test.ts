import type { Approval } from '@semaforo/contract/api/approvals';
import { expect, test } from 'vitest';
import { describeEnd, describeRequested } from './describe-approval.ts';

const APPROVAL: Approval = {
  id: 1,
  kind: 'comando',
  color: 'rosso',
  asked_by: 'valdombra',
  asked_at: '2026-11-22T19:33:12.000Z',
  expires_at: '2026-11-22T19:35:12.000Z',
  state: 'in attesa',
  decided_by: null,
  decided_at: null,
  execute_at: null,
  devices: ['Argine', 'Diga', 'Ponte', 'Scuola'],
  total: 5,
  mine: false,
  may_confirm: true,
};

test('says what is asked, on which signals and by whom', () => {
  expect(describeRequested(APPROVAL, '20:33:12')).toBe(
    'Rosso su 5 semafori: Argine, Diga, Ponte … e altri 2. Chiesto da valdombra alle 20:33:12.',
  );
  const own: Approval = { ...APPROVAL, mine: true, kind: 'piano', devices: ['Argine'], total: 1 };
  expect(describeRequested(own, '20:33:12')).toBe(
    'Piano ricorrente di rosso su 1 semaforo: Argine. Lo hai chiesto tu alle 20:33:12.',
  );
});

test('says how it ended: expired, refused by another, taken back', () => {
  expect(describeEnd(APPROVAL, 'scaduta')).toEqual({
    title: 'Richiesta scaduta',
    sentence: 'Rosso su 5 semafori, chiesto da valdombra: nessuno ha confermato in 2 minuti.',
  });
  const decided = (decided_by: string) => describeEnd({ ...APPROVAL, decided_by }, 'rifiutata');
  expect(decided('admin').sentence).toContain('rifiutato da admin');
  expect(decided('valdombra').title).toBe('Richiesta ritirata');
});
