import { Secret } from '../platform/secret.ts';

/** Where NATS is found, and as whom. The log-in is kept apart from the addresses, which may be shown and logged. */
export type NatsServers = {
  /** `host:port` of one or more nodes of the cluster. */
  addresses: string[];
  login: Secret<NatsLogin> | undefined;
  tls: boolean;
};

type NatsLogin = { user: string; pass: string } | { token: string };

const PROTOCOLS = ['nats:', 'tls:'];
const DEFAULT_PORT = '4222';

/** `nats://user:password@host:4222`, or several of them with commas between; undefined when it is no such thing. */
export function readNatsUrl(written: string): NatsServers | undefined {
  const urls = written.split(',').map((url) => url.trim());
  const parsed = urls.flatMap((url) => (URL.canParse(url) ? new URL(url) : []));
  const isSound = ({ protocol, hostname, pathname, search, hash }: URL) =>
    PROTOCOLS.includes(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search + hash === '';
  if (parsed.length < urls.length || !parsed.every(isSound)) return undefined;
  const named = parsed.find(({ username }) => username !== '');
  try {
    return {
      addresses: parsed.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
      login: named && new Secret(loginOf(named)),
      tls: parsed.some(({ protocol }) => protocol === 'tls:'),
    };
  } catch {
    // A per cent sign that encodes nothing.
    return undefined;
  }
}

function loginOf({ username, password }: URL): NatsLogin {
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}
