import { PASSWORD_MASK } from '@semaforo/contract/api/broker';
import { expect, test } from 'vitest';
import { accessFromForm } from './broker-form.ts';

const IN_USE = { host: 'broker.example', port: 8883, tls: true, username: 'u', password: 'kept' };
const form = (broker: string) => ({ broker, port: 8883, password: PASSWORD_MASK });

test('the kept password is not used without TLS when it was kept for TLS', () => {
  expect(accessFromForm(form('mqtt://broker.example'), IN_USE)).toMatchObject({ code: 'password-required' });
  const typed = { ...form('mqtt://broker.example'), password: 'typed' };
  expect(accessFromForm(typed, IN_USE)).toMatchObject({ tls: false, password: 'typed' });
});

test('the kept password is used with the same encryption, and asked for again with another', () => {
  expect(accessFromForm(form('mqtts://broker.example'), IN_USE)).toMatchObject({ password: 'kept' });
  const plain = { ...IN_USE, tls: false };
  expect(accessFromForm(form('mqtts://broker.example'), plain)).toMatchObject({ code: 'password-required' });
});
