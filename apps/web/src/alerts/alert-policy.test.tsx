import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AlertPolicyChoice } from './alert-policy.tsx';

test('what becomes of a bulletin is chosen in words, and is the usual one until then', async () => {
  const alza = { settings: [{ key: 'alert_policy', value: 'alza' }] };
  const answers: Answers = { listUserSettings: [200, { settings: [] }], saveUserSetting: [200, alza] };
  const server = fakeServer(answers);
  showWithCache(<AlertPolicyChoice userId={7} />);
  const choice = await screen.findByLabelText('Che cosa fare di un bollettino');
  expect(choice).toHaveValue('propone');
  expect(screen.getByText(/nessuna lampada cambia finché una persona non conferma/)).toBeVisible();
  answers.listUserSettings = [200, alza];
  await userEvent.selectOptions(choice, 'Alza da solo');
  expect(await screen.findByText(/Non abbassa mai/)).toBeVisible();
  expect(server.bodiesOf('saveUserSetting')).toEqual([{ alert_policy: 'alza' }]);
});
