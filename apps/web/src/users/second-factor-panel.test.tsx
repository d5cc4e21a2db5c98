import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';

const OFF = { state: 'off', required: false, recoveryCodesLeft: 0 } as const;
const ON = { state: 'on', required: false, recoveryCodesLeft: 9 } as const;
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const KEY = { secret: SECRET, uri: `otpauth://totp/Semaforo%3Aanna?secret=${SECRET}&issuer=Semaforo` };
const WRONG = {
  error: 'Codice scaduto: scrivi quello che l’app mostra adesso.',
  code: 'wrong-code',
};

beforeEach(() => storeAccessToken('t1'));

test('it is turned on by the key and a first code; the recovery codes are shown once', async () => {
  const answers: Answers = {
    getSecondFactor: [200, OFF],
    beginSecondFactor: [201, KEY],
    confirmSecondFactor: [400, WRONG],
  };
  const server = fakeServer(answers);
  showWithCache(<SecondFactorPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Attiva il secondo fattore' }));
  expect(await screen.findByText('Da confermare')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Codice QR della chiave' })).toBeVisible();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  const field = screen.getByLabelText('Codice di 6 cifre');
  await userEvent.type(field, '482019');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
  expect(await screen.findByText(WRONG.error)).toBeVisible();
  expect(field).toBeInvalid();

  answers.confirmSecondFactor = [200, { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] }];
  answers.getSecondFactor = [200, ON];
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Codici di riserva' })).toHaveFocus();
  expect(await screen.findByText('Attivo')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Li ho conservati' }));
  expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull();
  expect(server.bodiesOf('confirmSecondFactor')).toEqual([{ code: '482019' }, { code: '482019' }]);
});

test('it is turned off by the password and a code; a refusal is said in the server’s words', async () => {
  const answers: Answers = { getSecondFactor: [200, ON], disableSecondFactor: [400, WRONG] };
  const server = fakeServer(answers);
  showWithCache(<SecondFactorPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Disattiva il secondo fattore' }));
  await userEvent.type(screen.getByLabelText('Password attuale'), 'la mia frase');
  await userEvent.type(screen.getByLabelText('Codice'), '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Disattiva' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(WRONG.error);
  answers.disableSecondFactor = [204, null];
  answers.getSecondFactor = [200, OFF];
  await userEvent.click(screen.getByRole('button', { name: 'Disattiva' }));
  expect(await screen.findByText('Non attivo')).toBeVisible();
  await waitFor(() =>
    expect(server.bodiesOf('disableSecondFactor').at(-1)).toEqual({
      password: 'la mia frase',
      code: '000000',
    }),
  );
});
