import { expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import {
  alarmMessage,
  alertAudience,
  alertMessage,
  approvalMessage,
  type PushedAlert,
} from './push-words.ts';

const HOUR_MS = 60 * 60_000;
const AT = { now: NOW, formatTime: (instant: number) => `${(instant - NOW) / HOUR_MS} h` };
const PROPOSED: PushedAlert = {
  ...{ id: 7, ownerId: 1, authorId: null, color: 'arancio', reason: 'Bollettino del 20/11', drill: false },
  ...{ decision: 'proposta', from: NOW + HOUR_MS, beginsAt: NOW + HOUR_MS, to: NOW + 24 * HOUR_MS },
  ...{ begin: undefined, end: undefined, endConfirmed: false, source: 'bollettino' },
} as PushedAlert;

test('an alarm is told in its own words', () => {
  const text = 'Allarme: s1 non conferma i comandi\nPrenderlo in carico nella pagina Allarmi';
  expect(alarmMessage({ id: 3, key: 'alarm:3:0:0', text })).toMatchObject({
    title: 'Allarme: s1 non conferma i comandi',
    text: 'Prenderlo in carico nella pagina Allarmi',
    path: '/allarmi#allarme-3',
  });
});

test('a proposal says what, when and why; an exercise says first that it is one; what is decided says nothing', () => {
  expect(alertMessage(PROPOSED, AT)).toMatchObject({
    key: 'alert:7:proposed',
    title: 'Proposta: allerta arancione',
    text: 'Dal 1 h alle 24 h. Va confermata o rifiutata nella pagina Allerte.\nMotivo: Bollettino del 20/11',
    ttlMs: 12 * HOUR_MS,
  });
  expect(alertAudience(PROPOSED, NOW)).toEqual({ ownerIds: [1], withAdmins: false, not: null });
  expect(alertMessage({ ...PROPOSED, drill: true }, AT)?.title).toMatch(/^PROVA, ESERCITAZIONE\. Proposta/);
  expect(alertMessage({ ...PROPOSED, decision: 'rifiutata' }, AT)).toBeUndefined();
  expect(alertMessage({ ...PROPOSED, decision: 'confermata' }, AT)).toBeUndefined();
});

test('who is to approve reads who asks, for how much and until when', () => {
  const asked = {
    id: 2,
    username: 'anna',
    asker: { id: 1 },
    total: 1,
    expiresAt: NOW + HOUR_MS,
    ownerIds: [1],
  };
  expect(approvalMessage({ ...asked, kind: 'comando' }, AT)).toMatchObject({
    text: 'anna chiede il rosso per 1 dispositivo. Si conferma o si rifiuta nella console, entro le 1 h.',
    ttlMs: HOUR_MS,
  });
});
