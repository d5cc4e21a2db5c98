import type { AlertFacts } from '@semaforo/contract/domain/alert-rules';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { readNews } from '../../test/read-news.ts';
import { formatMessage, formatTime } from './messages.ts';
import { createNews, type NotifiedAlert, newsOfAlert } from './news.ts';
import type { Facts, Kind, News } from './notification.ts';

const HOUR_MS = 3_600_000;
const ALERT: NotifiedAlert = {
  ...{ id: 7, ownerId: 1, color: 'rosso', reason: 'Piena', drill: false },
  ...{ author: null, authorId: null, beginId: null },
  ...{ from: NOW + HOUR_MS, beginsAt: NOW + HOUR_MS, to: NOW + 24 * HOUR_MS },
  ...{ decision: 'proposta', endConfirmed: false, begin: undefined, end: undefined },
};
const CHATS = [
  { chatId: 'admin', userId: 9, role: 'admin' as const },
  { chatId: 'anna', userId: 1, role: 'user' as const },
  { chatId: 'bruno', userId: 2, role: 'user' as const },
];

const newsOf = (more: Partial<AlertFacts & NotifiedAlert>) => newsOfAlert({ ...ALERT, ...more }, NOW);
const of = (news: News[], kind: Kind) => news.find((one) => one.kind === kind);
const textsOf = (more: Partial<AlertFacts & NotifiedAlert>) =>
  newsOf(more)
    .filter(({ kind }) => kind === 'alert')
    .flatMap((news) => readNews(news, CHATS))
    .map(({ chatId, text }) => [chatId, text]);

describe('the news of an alert', () => {
  test('a proposal that waits for a second person says so, and never that it was confirmed', () => {
    const proposed = expect.stringContaining('Va confermata nella console. Motivo: Piena') as string;
    expect(textsOf({})).toEqual([
      ['admin', proposed],
      ['anna', proposed],
    ]);
    const requested =
      /Allerta rossa chiesta da anna dal .+\. Serve una seconda persona, che la confermi nella console\. Motivo: Piena$/;
    expect(textsOf({ author: 'anna', isRequested: true, endConfirmed: true })[0]?.[1]).toMatch(requested);
  });

  test('one in course names who confirmed it', () => {
    const begun = { decision: 'confermata', begin: 'eseguita', beginsAt: NOW, author: 'anna' } as const;
    expect(textsOf(begun)[0]?.[1]).toContain('Confermata da anna.');
  });

  test('a proposal is for the browsers of its owner, with what, when and why', () => {
    const news = of(newsOf({ color: 'arancio', reason: 'Bollettino del 20/11' }), 'alert-to-decide');
    expect(news).toMatchObject({
      key: 'alert:7:proposed',
      audience: { to: 'browsers', ownerIds: [1], withAdmins: false, not: null },
      expiresAt: ALERT.to,
    });
    const span = `${formatTime(ALERT.from)} alle ${formatTime(ALERT.to)}`;
    expect(formatMessage('alert-to-decide', news?.facts as Facts['alert-to-decide'])).toEqual({
      text: `Proposta: allerta arancione\nDal ${span}. Va confermata o rifiutata nella pagina Allerte.\nMotivo: Bollettino del 20/11`,
      path: '/allerte',
    });
  });

  test('an exercise says first that it is one; what is decided is not for browsers', () => {
    const drill = of(newsOf({ drill: true }), 'alert-to-decide')?.facts as Facts['alert-to-decide'];
    expect(formatMessage('alert-to-decide', drill).text).toMatch(/^PROVA, ESERCITAZIONE\. Proposta/);
    expect(of(newsOf({ decision: 'rifiutata' }), 'alert-to-decide')).toBeUndefined();
    expect(of(newsOf({ decision: 'confermata' }), 'alert-to-decide')).toBeUndefined();
  });

  test('what waits for a second person is for everyone who sees it but the first', () => {
    const requested = { author: 'anna', authorId: 1, isRequested: true, endConfirmed: true };
    expect(of(newsOf(requested), 'alert-to-decide')?.audience).toEqual({
      ...{ to: 'browsers', ownerIds: [1], withAdmins: true, not: 1 },
    });
  });
});

test('a failed backup is told to the chats of admins, once for each failure', async () => {
  const stored: News[] = [];
  const none = () => Promise.resolve(undefined);
  const { backupFailed } = createNews({
    ...{ findSchedule: none, findAlert: none, findCommand: none, clock: { now: () => NOW } },
    enqueue: (news) => {
      stored.push(news);
      return Promise.resolve([]);
    },
  });
  await backupFailed({ at: 1000, reason: 'il disco è pieno' });
  expect(stored.flatMap((news) => readNews(news, CHATS))).toEqual([
    {
      chatId: 'admin',
      key: 'backup:1000',
      text: expect.stringContaining('non riuscita: il disco è pieno') as string,
    },
  ]);
});

test('who is to approve reads who asks, for how much and until when', () => {
  const requested = { kind: 'comando', username: 'anna', total: 1, expiresAt: NOW + HOUR_MS } as const;
  const { text } = formatMessage('approval', requested);
  expect(text).toBe(
    'Rosso: serve una seconda persona\nanna chiede il rosso per 1 dispositivo. ' +
      `Si conferma o si rifiuta nella console, entro le ${formatTime(NOW + HOUR_MS)}.`,
  );
});
