import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { typeableCode } from '../platform/typeable-code.ts';

/** 130 random bits. */
const PASSWORD_LENGTH = 26;
/** The number that Mosquitto's own program uses. More would protect nothing: the password is random. */
const MOSQUITTO_ROUNDS = 101;
const MOSQUITTO_SALT_BYTES = 12;
const MOSQUITTO_HASH_BYTES = 64;

/** What is made for a device: the password is shown once, the hashes are stored. */
export type NewCredentials = {
  username: string;
  password: string;
  /** SHA-256, in hexadecimal. */
  passwordHash: string;
  /** As in Mosquitto's password file. */
  mosquittoHash: string;
};

/** True for a username that an installation with that tag gives to a device. */
export function isDeviceLoginOf(tag: string, username: string): boolean {
  const [kind, id = '', ofTag, ...rest] = username.split('-');
  return kind === 'dispositivo' && /^\d+$/.test(id) && ofTag === tag && rest.length === 0;
}

/**
 * New credentials of a device. The username follows from its id, so it stays when the key changes, and from the tag of
 * the installation: another one on the same broker has devices with the same ids.
 */
export function newCredentials(deviceId: number, tag: string): NewCredentials {
  const password = typeableCode(PASSWORD_LENGTH);
  return {
    username: `dispositivo-${deviceId}-${tag}`,
    password,
    passwordHash: createHash('sha256').update(password).digest('hex'),
    mosquittoHash: mosquittoHashOf(password),
  };
}

/** A password as Mosquitto's password file has it: `$7$rounds$salt$hash` (PBKDF2 with SHA-512, Base64). */
export function mosquittoHashOf(password: string): string {
  const salt = randomBytes(MOSQUITTO_SALT_BYTES);
  const hash = pbkdf2Sync(password, salt, MOSQUITTO_ROUNDS, MOSQUITTO_HASH_BYTES, 'sha512');
  return `$7$${MOSQUITTO_ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
