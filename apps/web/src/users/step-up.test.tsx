import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { callRoute } from '../api/call.ts';
import { type Answers, fakeServer, runFakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { StepUp } from './step-up.tsx';

runFakeServer();

const STEP_UP = { error: 'Per questo conferma chi sei', code: 'step-up-required' };

test('a call that needs a proof asks for it, and is done after a right one', async () => {
  const answers: Answers = {
    revokeWall: [403, STEP_UP],
    proveAgain: [400, { error: 'La password attuale non è corretta', code: 'wrong-password' }],
  };
  const server = fakeServer(answers);
  showWithCache(<StepUp />);
  const revoking = callRoute('revokeWall', { params: { id: 1 } });
  const field = await screen.findByLabelText('Password, o codice dell’app');
  await userEvent.type(field, 'sbagliata{Enter}');
  expect(await screen.findByText('La password attuale non è corretta')).toBeDefined();
  Object.assign(answers, { proveAgain: [204, null], revokeWall: [204, null] });
  await userEvent.clear(field);
  await userEvent.type(field, '123456{Enter}');
  await expect(revoking).resolves.toBeUndefined();
  expect(server.bodiesOf('proveAgain')).toEqual([{ password: 'sbagliata' }, { code: '123456' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a call whose proof is given up is refused as the server said', async () => {
  fakeServer({ revokeWall: [403, STEP_UP] });
  showWithCache(<StepUp />);
  const revoking = callRoute('revokeWall', { params: { id: 1 } });
  const refused = expect(revoking).rejects.toMatchObject({ code: 'step-up-required' });
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }));
  await refused;
});
