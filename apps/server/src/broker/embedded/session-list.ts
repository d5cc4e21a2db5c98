import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeviceLogin } from '../device-logins.port.ts';
import type { Role } from './acl.ts';

/** A username and its password. */
export type Login = { username: string; password: string };

/** The log-ins that the broker knows. */
export type SessionList = {
  /** The role of whoever knows this password; undefined when the username or the password is wrong. */
  roleOf: (username: string, password: Buffer) => Role | undefined;
  /** True for the username of any log-in. */
  knows: (username: string) => boolean;
  /** The log-in of a device was made or changed; undefined: it ended. Returns false when that changes nothing. */
  change: (username: string, login: DeviceLogin | undefined) => boolean;
};

/** Passwords are kept and compared as hashes, in a time that tells nothing about them. */
export function createSessionList(options: {
  server: Login;
  /** The log-in that all devices may use, if there is one. */
  shared: Login | undefined;
  /** The log-in of the devices that the server plays, and under what their keys are. */
  simulator: (Login & { under: string }) | undefined;
  /** Who only reads, if there is anyone, and under which prefix. */
  watcher: (Login & { prefix: string }) | undefined;
  devices: readonly DeviceLogin[];
}): SessionList {
  const fixed = new Map<string, { hash: Buffer; role: Role }>();
  if (options.watcher) add(options.watcher, { kind: 'watcher', prefix: options.watcher.prefix });
  if (options.shared) add(options.shared, { kind: 'shared' });
  if (options.simulator) add(options.simulator, { kind: 'shared', under: options.simulator.under });
  add(options.server, { kind: 'server' });
  const devices = new Map<string, { hash: Buffer; role: Role & { kind: 'device' } }>();
  for (const login of options.devices) devices.set(login.username, entryOf(login));
  /** Of nobody: an unknown username takes as long as a wrong password. */
  const nobody = { hash: sha256(''), role: undefined };

  function add({ username, password }: Login, role: Role) {
    fixed.set(username, { hash: sha256(password), role });
  }

  return {
    roleOf: (username, password) => {
      const entry = fixed.get(username) ?? devices.get(username) ?? nobody;
      return timingSafeEqual(sha256(password), entry.hash) ? entry.role : undefined;
    },
    knows: (username) => fixed.has(username) || devices.has(username),
    change: (username, login) => {
      const former = devices.get(username);
      if (!login) return devices.delete(username);
      const entry = entryOf(login);
      devices.set(username, entry);
      return former?.role.key !== entry.role.key || !former.hash.equals(entry.hash);
    },
  };
}

function entryOf({ passwordHash, key }: DeviceLogin) {
  return { hash: Buffer.from(passwordHash, 'hex'), role: { kind: 'device' as const, key } };
}

function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}
