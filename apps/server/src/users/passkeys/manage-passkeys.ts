import type { PasskeyProof } from '@semaforo/contract/api/passkey-proof';
import { PASSKEYS_AT_MOST, type passkeyRoutes } from '@semaforo/contract/api/passkeys';
import { isUniqueViolation } from '../../database/constraint-errors.ts';
import { authorOf } from '../../http/author-of.ts';
import type { CallingBrowser, Handlers } from '../../http/handlers.ts';
import { accountOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { createRecoveryCodes, hashOfRecoveryCode } from '../check-code.ts';
import { createFailedLogIns } from '../failed-log-ins.ts';
import { foldUsername } from '../fold-username.ts';
import type { StartSession } from '../start-session.ts';
import type { Tickets } from '../tickets.ts';
import type { UsersRepository } from '../users.repository.ts';
import type { PasskeysRepository } from './passkeys.repository.ts';
import { CHALLENGE_LIFE_S, type Site, type WebAuthn } from './webauthn.port.ts';

const NOT_RIGHT = {
  code: 'wrong-passkey',
  message: 'La passkey non è stata riconosciuta: riprova, o entra con nome utente e password',
};
const REFUSED = new Refusal('unauthenticated', NOT_RIGHT);
const NOT_MADE = new Refusal('invalid', {
  code: 'wrong-passkey',
  message: 'La passkey non è stata creata: riprova',
});
const KNOWN = new Refusal('conflict', {
  code: 'passkey-known',
  message: 'Questo dispositivo ha già una passkey qui',
});
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-passkeys',
  message: `Hai già ${PASSKEYS_AT_MOST} passkey: togline una che non usi`,
});

/** Whose passkey answered the challenge of a ticket, as `checkPasskey` finds it. */
export type CheckPasskey = (
  proof: PasskeyProof,
  caller: { browser: CallingBrowser },
) => Promise<{ userId: number } | undefined>;

type Options = {
  webAuthn: WebAuthn;
  passkeys: PasskeysRepository;
  tickets: Tickets;
  /** Where the console is for people, when the settings say so. */
  publicOrigin: string | undefined;
  clock: Clock;
};

/** The page that asks; a passkey of one host is not shown to another, nor taken from there. */
function siteOf(publicOrigin: string | undefined, { origin }: CallingBrowser): Site {
  const asked = publicOrigin ?? origin;
  return { origin: asked, rpId: new URL(asked).hostname };
}

/** Checks what a passkey answered: each challenge counts once, for five minutes, and for the page that asked. */
export function createCheckPasskey({
  webAuthn,
  passkeys,
  tickets,
  publicOrigin,
  clock,
}: Options): CheckPasskey {
  return async ({ ticket, credential }, { browser }) => {
    const stored = await passkeys.find(credential.id);
    const asked = stored && (await tickets.take('passkey', ticket));
    if (!asked) return undefined;
    const { origin } = siteOf(publicOrigin, browser);
    const given = { origin, rpId: stored.rpId, answer: credential, challenge: asked.challenge, stored };
    const right = await webAuthn.checkAnswer(given);
    if (!right) return undefined;
    const isNew = await passkeys.use(stored.id, { counter: right.counter, at: clock.now() });
    return isNew ? { userId: stored.userId } : undefined;
  };
}

/** The passkeys of users (docs/rules.md#passkeys): to log in with, and to have them made and removed. */
export function createPasskeyHandlers(
  options: Options & {
    checkPasskey: CheckPasskey;
    repository: Pick<UsersRepository, 'findById' | 'recordFailedLogIns'>;
    startSession: StartSession;
  },
): Handlers<typeof passkeyRoutes> {
  const { webAuthn, passkeys, tickets, publicOrigin, clock } = options;
  const failedLogIns = createFailedLogIns(options.repository.recordFailedLogIns);
  return {
    beginPasskeyLogIn: async ({ browser }) => {
      const asked = await webAuthn.askForOne(siteOf(publicOrigin, browser).rpId);
      const ticket = tickets.issue('passkey', { challenge: asked.challenge }, CHALLENGE_LIFE_S);
      return { ticket, options: asked };
    },
    openPasskeySession: async ({ body: { username, ...proof }, browser, address }) => {
      const right = await options.checkPasskey(proof, { browser });
      const user = right && (await options.repository.findById(right.userId));
      const isOther = username !== undefined && foldUsername(username) !== foldUsername(user?.username ?? '');
      if (!user || isOther) {
        const author = { id: null, username: user?.username ?? username ?? '(passkey)', address };
        await failedLogIns.record({ author, at: clock.now() });
        return REFUSED;
      }
      const opened = { user, by: 'passkey', fromKnownBrowser: false, address, browser } as const;
      return { accessToken: (await options.startSession(opened)).accessToken.reveal() };
    },
    listPasskeys: ({ actor }) => passkeys.list(accountOf(actor)),
    beginPasskey: async ({ actor, browser }) => {
      const userId = accountOf(actor);
      const known = await passkeys.credentialIds(userId);
      if (known.length >= PASSKEYS_AT_MOST) return TOO_MANY;
      const { rpId } = siteOf(publicOrigin, browser);
      const asked = await webAuthn.askForNew({ rpId, userId, username: actor.username, known });
      const content = { challenge: asked.challenge, userId };
      return { ticket: tickets.issue('new-passkey', content, CHALLENGE_LIFE_S), options: asked };
    },
    addPasskey: async (call) => {
      const { ticket, credential, name } = call.body;
      const userId = accountOf(call.actor);
      const asked = await tickets.take('new-passkey', ticket);
      if (asked?.userId !== userId) return NOT_MADE;
      const site = siteOf(publicOrigin, call.browser);
      const made = await webAuthn.checkNew({ ...site, answer: credential, challenge: asked.challenge });
      if (!made) return NOT_MADE;
      if ((await passkeys.credentialIds(userId)).length >= PASSKEYS_AT_MOST) return TOO_MANY;
      const recoveryCodes = createRecoveryCodes();
      const hashes = recoveryCodes.map((code) => hashOfRecoveryCode(userId, code));
      const act = { author: authorOf(call), at: clock.now() };
      try {
        const added = await passkeys.add({ ...made, userId, name, rpId: site.rpId }, hashes, act);
        return { id: added.id, recoveryCodes: added.storedCodes ? recoveryCodes : [] };
      } catch (error) {
        if (isUniqueViolation(error)) return KNOWN;
        throw error;
      }
    },
    deletePasskey: async (call) => {
      const act = { author: authorOf(call), at: clock.now() };
      return (await passkeys.remove(call.params.id, accountOf(call.actor), act)) ? undefined : notFound();
    },
  };
}
