import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from './certificates.ts';

/** What a browser was given by the push service, and what came to it, decrypted. */
type PushedMessage = {
  browser: string;
  message: { key: string; title: string; text: string; path: string };
  ttlS: number;
  urgency: string | undefined;
  contact: string | undefined;
};

export type FakePushService = {
  /** The certificate of its authority, to be trusted. */
  ca: string;
  /** What `PushManager.subscribe` gives in a browser; `key`: the console's public key. */
  subscribe: (browser: string, key: string) => { endpoint: string; p256dh: string; auth: string };
  received: PushedMessage[];
  /** How often it was asked, whatever it answered. */
  requested: () => number;
  /** From now on it answers so. */
  answer: (status: number, headers?: Record<string, string>) => void;
  stop: () => Promise<void>;
};

type Browser = { name: string; keys: ECDH; auth: Buffer; key: string };

/** A push service on loopback that takes only what RFC 8030, 8291 and 8292 say, and answers 400 to the rest. */
export async function startFakePushService(): Promise<FakePushService> {
  const authority = createAuthority();
  const { file, keyFile } = authority.issue('localhost');
  const browsers = new Map<string, Browser>();
  const received: PushedMessage[] = [];
  let requested = 0;
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer(
    { cert: readFileSync(file), key: readFileSync(keyFile) },
    (request, response) => {
      requested += 1;
      const taken = take(request, browsers.get(request.url ?? ''), () => origin);
      taken.then(
        (message) => {
          if (answer.status < 300) received.push(message);
          response.writeHead(answer.status, answer.headers).end();
        },
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ca: readFileSync(authority.file, 'utf8'),
    subscribe: (name, key) => {
      const keys = createECDH('prime256v1');
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const auth = randomBytes(16);
      browsers.set(path, { name, keys, auth, key });
      const p256dh = keys.generateKeys('base64url');
      return { endpoint: origin + path, p256dh, auth: auth.toString('base64url') };
    },
    received,
    requested: () => requested,
    answer: (status, headers = {}) => {
      answer = { status, headers };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      authority.remove();
    },
  };
}

async function take(
  request: IncomingMessage,
  browser: Browser | undefined,
  origin: () => string,
): Promise<PushedMessage> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  if (!browser) throw new Error('no such browser');
  if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  const contact = verifiedContact(request.headers.authorization ?? '', browser.key, origin());
  return {
    ...{ browser: browser.name, contact },
    message: JSON.parse(decrypt(body, browser)) as PushedMessage['message'],
    ttlS: Number(request.headers.ttl),
    urgency: String(request.headers.urgency),
  };
}

/** RFC 8292: signed for this service by the key that the browser was subscribed with. */
function verifiedContact(authorization: string, key: string, origin: string): string | undefined {
  const [, head = '', claims = '', signature = '', k = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (k !== key) throw new Error('another key');
  const point = Buffer.from(k, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    sub?: string;
  };
  if (!isSigned || aud !== origin) throw new Error('not signed for this service');
  return sub;
}

/** RFC 8291 and 8188, as a browser reads it: one record, the last one. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length, -16);
  const bytes = (secret: Buffer, from: Buffer, info: Buffer | string, count: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, count));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const secret = bytes(keys.computeSecret(theirs), auth, info, 32);
  const key = bytes(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, bytes(secret, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed), decipher.final()]);
  if (record.at(-1) !== 2) throw new Error('not the last record');
  return record.subarray(0, -1).toString('utf8');
}
