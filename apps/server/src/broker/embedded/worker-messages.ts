import type { DeviceLogin, RefusedLogIn } from '../device-logins.port.ts';
import type { Login } from './session-list.ts';

/** What the worker of the broker is started with. */
export type BrokerTask = {
  host: string;
  port: number;
  /** Where it speaks TLS, too, with a certificate and its key as text (PEM). */
  tls: { port: number; cert: string; key: string } | undefined;
  ownClientId: string;
  /** The server's own log-in. */
  server: Login;
  /** The log-in that all devices may use, if there is one. */
  shared: Login | undefined;
  /** The log-in of the devices that the server plays, if it plays any, and under what their keys are. */
  simulator: (Login & { under: string }) | undefined;
  /** The log-in that only reads, if there is one, and the prefix of the announcements. */
  watcher: (Login & { prefix: string }) | undefined;
  /** The log-ins of the devices by now. */
  devices: readonly DeviceLogin[];
  /** How many devices the console knows, with log-ins of their own or without. */
  knownDevices: number;
  /** COMMAND_TOPIC. */
  commandTopic: string;
  /** The server is, or was, a client of it: what devices report while it is not there is refused. */
  hasServed: boolean;
};

/** From the console to the worker of the broker. */
export type ToWorker =
  | { kind: 'admit-devices' }
  | { kind: 'login-changed'; username: string; login: DeviceLogin | undefined }
  | { kind: 'devices-known'; count: number }
  | { kind: 'stop' };

/** What the worker tells the console while it runs. */
export type Published =
  /** The server has subscribed for the first time. */
  | { kind: 'served' }
  /** A device has logged in. */
  | { kind: 'seen'; username: string }
  /** A client was not let in. */
  | { kind: 'refused'; logIn: RefusedLogIn }
  /** A client was cut off because it says more than it may; `key`: of its device, null behind the shared log-in. */
  | { kind: 'rate-exceeded'; username: string; key: string | null }
  /** So many messages were not passed on since it was told last: refused ones, and those that are no reports. */
  | { kind: 'unheard'; refused: number; elsewhere: number };

/** From the worker of the broker to the console. */
export type FromWorker =
  | { kind: 'listening'; port: number }
  /** The system's error, of which a worker can only send the parts. */
  | { kind: 'not-listening'; code: unknown; port: unknown; message: string }
  | Published;
