import { describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { readNews } from '../../test/read-news.ts';
import { formatMessage, formatTime } from '../notifications/messages.ts';
import type { Facts, Kind, News } from '../notifications/notification.ts';
import { newsOfAlert } from './alert-news.ts';
import type { StoredAlert } from './stored-alert.ts';

const HOUR_MS = 3_600_000;
const ANNA = { id: 1, username: 'anna' };
const ALERT: StoredAlert = {
  ...{ id: 7, owner: { ...ANNA, role: 'user' }, color: 'rosso', reason: 'Piena', drill: false },
  ...{ whom: { kind: 'tutti', groupId: null, group: null, zone: null }, source: 'persona' },
  ...{
    from: NOW + HOUR_MS,
    to: NOW + 24 * HOUR_MS,
    bulletinId: null,
    gauge: null,
    day: null,
    createdAt: NOW,
  },
  ...{ author: null, approvedBy: null, decision: 'proposta', decidedAt: null, decidedBy: null },
  note: null,
  ...{ endConfirmed: false, endsOverrides: false, endsVerde: false, begin: null, end: null },
};
const BEGUN = { id: 3, at: NOW, outcome: 'eseguita', reason: null, commandId: 1 } as const;
const CHATS = [
  { chatId: 'admin', userId: 9, role: 'admin' as const },
  { chatId: 'anna', userId: 1, role: 'user' as const },
  { chatId: 'bruno', userId: 2, role: 'user' as const },
];

const newsOf = (more: Partial<StoredAlert>) => newsOfAlert({ ...ALERT, ...more }, NOW);
const of = (news: News[], kind: Kind) => news.find((one) => one.kind === kind);
const textsOf = (more: Partial<StoredAlert>) =>
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
    expect(textsOf({ author: ANNA, endConfirmed: true })[0]?.[1]).toMatch(requested);
  });

  test('one in course names who confirmed it', () => {
    const begun = { decision: 'confermata', begin: BEGUN, author: ANNA } as const;
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
    const requested = { author: ANNA, endConfirmed: true };
    expect(of(newsOf(requested), 'alert-to-decide')?.audience).toEqual({
      ...{ to: 'browsers', ownerIds: [1], withAdmins: true, not: 1 },
    });
  });
});
