import { PASSWORD_MASK } from '@semaforo/contract/api/broker';
import { Refusal } from '../platform/refusal.ts';
import { endpointOf, writtenHost } from './broker-endpoint.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

/** What an admin typed: an absent or masked password means the one in use. */
export type BrokerForm = {
  broker: string;
  port: number;
  username?: string | undefined;
  password?: string | undefined;
};

export type BrokerView = { broker: string; port: number; username: string; password: string };

const PASSWORD_NEEDED = new Refusal('unprocessable', {
  code: 'password-required',
  message: 'Se cambiano host, porta o TLS va scritta di nuovo la password',
});

/** The broker that a form means, or why it cannot be tried. `inUse` gives what the form leaves out. */
export function accessFromForm(form: BrokerForm, inUse: BrokerAccess | undefined): BrokerAccess | Refusal {
  const endpoint = endpointOf(form.broker, form.port);
  const username = form.username ?? inUse?.username ?? '';
  const typed = form.password === PASSWORD_MASK ? undefined : form.password;
  if (typed !== undefined) return { ...endpoint, username, password: typed };
  const kept = inUse?.password ?? '';
  const moved = inUse?.host !== endpoint.host || inUse.port !== endpoint.port || inUse.tls !== endpoint.tls;
  return moved && kept !== '' ? PASSWORD_NEEDED : { ...endpoint, username, password: kept };
}

/** A broker as an admin sees it: the password is masked (docs/rules.md#stored-secrets). */
export function toView(address: BrokerAccess | undefined): BrokerView {
  if (!address) return { broker: '', port: 1883, username: '', password: '' };
  const { host, port, tls, username, password } = address;
  return {
    broker: writtenHost({ host, port, tls }),
    port,
    username,
    password: password === '' ? '' : PASSWORD_MASK,
  };
}
