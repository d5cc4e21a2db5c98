import { randomBytes } from 'node:crypto';
import { API_KEY_PREFIX, API_KEYS_AT_MOST, type apiKeyRoutes } from '@semaforo/contract/api/api-keys';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ApiKeysRepository } from './api-keys.repository.ts';
import { hashOfKey } from './authenticate-key.ts';
import type { UserEvent } from './user-events.ts';
import type { UsersRepository } from './users.repository.ts';

const KEY_BYTES = 32;

const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-keys',
  message: `Ci sono già ${wholeNumber(API_KEYS_AT_MOST)} chiavi: revocane qualcuna prima di aggiungerne altre`,
});
const NAME_OF_PERSON = new Refusal('conflict', {
  code: 'name-of-a-person',
  message: 'Così si chiama già una persona: nello storico non si distinguerebbe',
});
const PAST_EXPIRY = new Refusal('unprocessable', {
  code: 'expiry-past',
  message: 'La scadenza è già passata',
});
const NOT_THEIRS = new Refusal('unprocessable', {
  code: 'not-of-the-comune',
  message: 'Uno dei dispositivi, o il gruppo, non è di questo Comune',
});

/** Makes, lists and revokes the keys of programs (docs/rules.md#api-keys). */
export function createApiKeyHandlers(options: {
  keys: ApiKeysRepository;
  repository: Pick<UsersRepository, 'findById' | 'findByUsername'>;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  clock: Clock;
}): Handlers<typeof apiKeyRoutes> {
  const { keys, repository, clock } = options;

  const whyNot = async (body: {
    name: string;
    user_id: number;
    device_ids?: number[] | undefined;
    group_id?: number | undefined;
  }): Promise<Refusal | undefined> => {
    const user = await repository.findById(body.user_id);
    if (!user || user.comuneId !== null) return notFound();
    if (await repository.findByUsername(body.name)) return NAME_OF_PERSON;
    if ((await keys.count()) >= API_KEYS_AT_MOST) return TOO_MANY;
    const owners = [
      ...(body.group_id === undefined ? [] : [await keys.ownerOfGroup(body.group_id)]),
      ...(await keys.ownersOfDevices(body.device_ids ?? [])),
    ];
    const isOfUser = (ownerId: number | null | undefined) =>
      user.role === 'admin' ? ownerId !== undefined : ownerId === user.id;
    return owners.every(isOfUser) ? undefined : NOT_THEIRS;
  };

  return {
    listApiKeys: () => keys.list(),
    createApiKey: async (call) => {
      const { body } = call;
      const at = clock.now();
      const expiresAt = body.expires_at === undefined ? null : Date.parse(body.expires_at);
      if (expiresAt !== null && expiresAt <= at) return PAST_EXPIRY;
      const refusal = await whyNot(body);
      if (refusal) return refusal;
      const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
      const { name, scopes, user_id: userId, device_ids: deviceIds = null, group_id: groupId = null } = body;
      const made = { name, keyHash: hashOfKey(key), scopes, userId, deviceIds, groupId, expiresAt };
      return { id: await keys.create(made, { at, author: authorOf(call) }), key };
    },
    revokeApiKey: async (call) => {
      const userId = await keys.revoke(call.params.id, { at: clock.now(), author: authorOf(call) });
      if (userId === undefined) return notFound();
      // Its open sockets have no session of their own: all of that user's connect again.
      options.events.publish({ kind: 'sessions-ended', userId });
      return undefined;
    },
  };
}
