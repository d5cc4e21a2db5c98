import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const CIPHER = 'aes-128-gcm';
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/** Says that no other record follows. */
const LAST_RECORD = 2;

/** The keys that a browser gave with its address (base64url). */
export type BrowserKeys = { p256dh: string; auth: string };

/** Chosen anew for every message; only the test of the RFC's example gives them. */
type Ephemeral = { privateKey: Buffer; salt: Buffer };

/**
 * Encrypts a short message for one browser by RFC 8291: one record of `aes128gcm` (RFC 8188). Throws when the
 * browser's key is no point of the curve.
 */
export function encryptPush(message: string, keys: BrowserKeys, ephemeral?: Ephemeral): Buffer {
  const theirs = Buffer.from(keys.p256dh, 'base64url');
  const own = createECDH(CURVE);
  if (ephemeral) own.setPrivateKey(ephemeral.privateKey);
  else own.generateKeys();
  const salt = ephemeral?.salt ?? randomBytes(SALT_BYTES);
  const ownPublic = own.getPublicKey();

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ownPublic]);
  const secret = derive(own.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = [cipher.update(message, 'utf8'), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, sizes, ownPublic, ...sealed, cipher.getAuthTag()]);
}

/** True when messages can be encrypted for the browser. */
export function areUsable(keys: BrowserKeys): boolean {
  try {
    encryptPush('', keys);
    return true;
  } catch {
    return false;
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
