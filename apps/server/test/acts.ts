import type { AuditContext } from '../src/database/audit-trail.ts';

/** When everything happens in repository tests, in epoch milliseconds. */
export const NOW = 1_795_183_200_000;

/** Which server repository tests are. */
export const SERVER_ID = 'server-di-prova';

/** The program acting by itself, for tests to which it does not matter who acts. */
export const ACT: AuditContext = { author: { id: null, username: 'prova', address: '127.0.0.1' }, at: NOW };
