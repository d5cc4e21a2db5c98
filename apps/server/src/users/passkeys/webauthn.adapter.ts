import type { Logger } from '../../platform/logger.ts';
import {
  CHALLENGE_LIFE_S,
  type NewCredential,
  type Site,
  type StoredCredential,
  type WebAuthn,
} from './webauthn.port.ts';

/** Read with the first passkey: a server without one has no memory to spare for it. */
const library = () => import('@simplewebauthn/server');

/**
 * Passkeys by @simplewebauthn. Each must be found without a username and must have seen that it is its person, by
 * finger, face or PIN: so one passkey is both factors. Of which maker it is does not matter, and is not asked.
 */
export function createWebAuthn({ logger }: { logger: Logger }): WebAuthn {
  const site = ({ origin, rpId }: Site) => ({ expectedOrigin: origin, expectedRPID: rpId });
  // It throws where an answer is not what it should be, and says which check failed.
  const orUndefined = async <T>(check: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await check();
    } catch (error) {
      logger.info({ err: error }, 'an answer of a passkey was refused');
      return undefined;
    }
  };
  return {
    askForNew: async ({ rpId, userId, username, known }) =>
      (await library()).generateRegistrationOptions({
        ...{ rpName: 'Semaforo', rpID: rpId, userName: username, userDisplayName: username },
        userID: new TextEncoder().encode(String(userId)),
        timeout: CHALLENGE_LIFE_S * 1000,
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    askForOne: async (rpId) =>
      (await library()).generateAuthenticationOptions({
        ...{ rpID: rpId, userVerification: 'required', timeout: CHALLENGE_LIFE_S * 1000 },
      }),
    checkNew: ({ answer, challenge, ...asked }) =>
      orUndefined(async (): Promise<NewCredential | undefined> => {
        const { verifyRegistrationResponse } = await library();
        const checked = await verifyRegistrationResponse({
          ...{ response: answer, expectedChallenge: challenge, ...site(asked) },
        });
        if (!checked.verified) return undefined;
        const { credential, credentialBackedUp } = checked.registrationInfo;
        return {
          ...{ id: credential.id, counter: credential.counter, isSynced: credentialBackedUp },
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        };
      }),
    checkAnswer: ({ answer, challenge, stored, ...asked }) =>
      orUndefined(async () => {
        const { verifyAuthenticationResponse } = await library();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...{ response: answer, expectedChallenge: challenge, ...site(asked) },
          credential: credentialOf(stored),
        });
        return verified ? { counter: authenticationInfo.newCounter } : undefined;
      }),
  };
}

function credentialOf({ id, publicKey, counter }: StoredCredential) {
  return { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) };
}
