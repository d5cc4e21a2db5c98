import { expect, test } from 'vitest';
import { addresses } from './addresses.ts';

/** Why docs/rules.md#idempotency leaves them out. */
const NEVER = {
  logIn: 'secret',
  changePassword: 'secret',
  beginSecondFactor: 'secret',
  confirmSecondFactor: 'secret',
  createLinkCode: 'secret',
  createWall: 'secret',
  makeCredentials: 'secret',
  createWebhook: 'secret',
  createApiKey: 'secret',
  openOidcSession: 'secret',
  beginPasskeyLogIn: 'changes nothing',
  openPasskeySession: 'secret',
  beginPasskey: 'changes nothing',
  addPasskey: 'secret',
  proveAgain: 'a second time there is nothing to do',
  downloadBackup: 'secret',
  disableSecondFactor: 'a second time there is nothing to do',
  logOut: 'a second time there is nothing to do',
  testBroker: 'changes nothing',
  previewPlan: 'changes nothing',
};

test('every POST honours an Idempotency-Key, save those that are named', () => {
  const without = Object.entries(addresses).filter(([, { method, ...route }]) => {
    return method === 'POST' && !('idempotent' in route);
  });
  expect(without.map(([name]) => name).sort()).toEqual(Object.keys(NEVER).sort());
});
