import { AUDIT_ACTIONS } from '@semaforo/contract/api/audit-actions';
import { expect, test } from 'vitest';
import { actionsNamed, formatAction } from './format-action.ts';

test('what a request can do is in Italian words in the register', () => {
  const unnamed = Object.values(AUDIT_ACTIONS).filter((action) => formatAction(action) === action);
  expect(unnamed).toEqual([]);
});

test('an action is found by its words', () => {
  expect(actionsNamed('credenziali r')).toEqual(['credentials.revoke', 'credentials.rotate']);
});
