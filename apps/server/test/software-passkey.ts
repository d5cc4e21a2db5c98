import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyProof, PasskeyProof } from '@semaforo/contract/api/passkey-proof';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const IS_PRESENT = 0x01;
const IS_VERIFIED = 0x04;
const HAS_KEY = 0x40;
const ES256 = -7;

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();
const base64Url = (content: Uint8Array | string) => Buffer.from(content).toString('base64url');

/** What an authenticator, or who forges its answer, says. */
export type Said = {
  challenge: string;
  origin: string;
  rpId: string;
  type?: string;
  flags?: number;
  counter?: number;
};

const clientData = ({ challenge, origin, type }: Said) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const authData = ({ rpId, flags = IS_PRESENT | IS_VERIFIED, counter = 0 }: Said, more = Buffer.alloc(0)) => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags + (more.length > 0 ? HAS_KEY : 0));
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, more]);
};

/** A passkey in memory, as a phone has one: WebAuthn with ES256 and without attestation. */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]) as never,
  );
  const credential = { id: base64Url(id), rawId: base64Url(id), type: 'public-key' as const };

  return {
    id: credential.id,
    make: (said: Said): NewPasskeyProof['credential'] => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(said, attested))],
      ]);
      return {
        ...{ ...credential, clientExtensionResults: {} },
        response: {
          clientDataJSON: base64Url(clientData({ type: 'webauthn.create', ...said })),
          attestationObject: base64Url(isoCBOR.encode(object as never)),
        },
      };
    },
    answer: (said: Said): PasskeyProof['credential'] => {
      const [client, authenticator] = [clientData({ type: 'webauthn.get', ...said }), authData(said)];
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), privateKey);
      return {
        ...{ ...credential, clientExtensionResults: {} },
        response: {
          clientDataJSON: base64Url(client),
          ...{ authenticatorData: base64Url(authenticator), signature: base64Url(signature) },
        },
      };
    },
  };
}
