import { ApiError, NetworkError } from '@semaforo/client/failures';
import { expect, test } from 'vitest';
import { logInErrorText } from './log-in-form.tsx';

test.each([
  [
    'the server’s sentence',
    new ApiError({ status: 401, code: 'x', message: 'Credenziali non valide' }),
    'Credenziali non valide',
  ],
  ['the network’s message', new NetworkError(new TypeError()), 'Server non raggiungibile'],
  ['the fallback', new ApiError({ status: 500, code: 'x', message: '' }), 'Errore di autenticazione'],
])('a failed log-in shows %s', (_source, error, text) => {
  expect(logInErrorText(error)).toBe(text);
});
