import { isDeviceTopic } from '@semaforo/contract/domain/device-key';

/** What a device logs in with on the broker. */
export type DeviceLogin = { username: string; password: string };

type KeyedLogin = DeviceLogin & { key: string };

/**
 * The log-ins of devices by their key. The text is JSON (a list of `{username, password, key}`) or has a line
 * `username,password,key` for each. Throws on the first wrong entry.
 */
export function parseLogins(text: string): Map<string, DeviceLogin> {
  const entries = /^\s*\[/.test(text) ? parseJson(text) : text.split('\n').flatMap(parseLine);
  return new Map(
    entries.map(({ key, username, password }) => {
      if (!isDeviceTopic(key) || username === '' || password === '') {
        throw new Error(`credenziali non valide per "${key}"`);
      }
      return [key, { username, password }];
    }),
  );
}

function parseLine(line: string): KeyedLogin[] {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#') || trimmed === 'username,password,key') return [];
  const [username = '', password = '', key = ''] = trimmed.split(',');
  return [{ username, password, key }];
}

function parseJson(text: string): KeyedLogin[] {
  const list = JSON.parse(text) as Partial<Record<keyof KeyedLogin, unknown>>[];
  return list.map(({ username, password, key }) => ({
    username: String(username ?? ''),
    password: String(password ?? ''),
    key: String(key ?? ''),
  }));
}
