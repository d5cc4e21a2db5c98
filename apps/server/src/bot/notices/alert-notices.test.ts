import type { AlertFacts } from '@semaforo/contract/domain/alert-rules';
import { expect, test } from 'vitest';
import { createAlertNotices, type NotifiedAlert } from './alert-notices.ts';

const NOW = Date.parse('2026-11-21T14:30:00Z');
const HOUR_MS = 3_600_000;

/** What one chat is told of an alert to rosso, and under which key. */
async function toldOf(more: Partial<AlertFacts & Pick<NotifiedAlert, 'author' | 'drill'>>) {
  const alert: NotifiedAlert = {
    ...{
      id: 7,
      ownerId: 1,
      ownedByAdmin: false,
      color: 'rosso',
      reason: 'Piena',
      drill: false,
      author: null,
      beginId: null,
    },
    ...{ from: NOW + HOUR_MS, beginsAt: NOW + HOUR_MS, to: NOW + 2 * HOUR_MS },
    ...{ decision: 'proposta', endConfirmed: false, begin: undefined, end: undefined },
    ...more,
  };
  const told: { key: string; text: string }[] = [];
  const chat = { chatId: 3, userId: 1, role: 'user' };
  await createAlertNotices({
    linkedChats: { all: () => Promise.resolve([chat]) } as never,
    outbox: { put: (notices: typeof told) => Promise.resolve(void told.push(...notices)) } as never,
    clock: { now: () => NOW },
  }).changed(alert);
  return told.map(({ text }) => text);
}

test('a proposal that waits for a second person says so, and never that it was confirmed', async () => {
  expect(await toldOf({})).toEqual([expect.stringContaining('Va confermata nella console. Motivo: Piena')]);
  expect(await toldOf({ author: 'anna', isAsked: true, endConfirmed: true })).toEqual([
    expect.stringMatching(
      /Allerta rossa chiesta da anna dal .+\. Serve una seconda persona, che la confermi nella console\. Motivo: Piena$/,
    ),
  ]);
});

test('one in course names who confirmed it', async () => {
  const begun = { decision: 'confermata', begin: 'eseguita', beginsAt: NOW, author: 'anna' } as const;
  expect(await toldOf(begun)).toEqual([expect.stringContaining('Confermata da anna.')]);
});
