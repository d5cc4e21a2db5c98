import type { NewPasskeyProof, PasskeyProof } from '@semaforo/contract/api/passkey-proof';

/** How long a person has to look for the device and touch it. */
export const CHALLENGE_LIFE_S = 5 * 60;

/** Where the page is that asks: its whole origin, and the host to which passkeys are bound. */
export type Site = { origin: string; rpId: string };

/** A passkey as stored. `publicKey`: COSE, in base64url. */
export type StoredCredential = { id: string; publicKey: string; counter: number };

/** `isSynced`: true when its maker keeps a copy. */
export type NewCredential = StoredCredential & { isSynced: boolean };

/** What to hand to a browser. */
export type Options = { challenge: string };

/** Asks browsers for passkeys (WebAuthn level 3) and checks their answers: undefined for one that is not right. */
export type WebAuthn = {
  /** `known`: the ids of those that the user has, which the same device does not make twice. */
  askForNew: (user: {
    rpId: string;
    userId: number;
    username: string;
    known: readonly string[];
  }) => Promise<Options>;
  askForOne: (rpId: string) => Promise<Options>;
  checkNew: (
    given: Site & { answer: NewPasskeyProof['credential']; challenge: string },
  ) => Promise<NewCredential | undefined>;
  /** Its new counter, which must have grown where the device counts. */
  checkAnswer: (
    given: Site & { answer: PasskeyProof['credential']; challenge: string; stored: StoredCredential },
  ) => Promise<{ counter: number } | undefined>;
};
