import { randomBytes } from 'node:crypto';
import { PEOPLE_AT_MOST, type Person, type peopleRoutes } from '@semaforo/contract/api/people';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Actor, accountOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import { NAME_TAKEN } from './manage-users.ts';
import type { Passwords } from './passwords.port.ts';
import type { PeopleRepository } from './people.repository.ts';
import { hashNewPassword, type SetPassword } from './set-password.ts';
import type { UserEvent } from './user-events.ts';
import { refuseUsername } from './username-rules.ts';
import type { UsersRepository } from './users.repository.ts';

const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-people',
  message: `Ci sono già ${PEOPLE_AT_MOST} persone: togline qualcuna prima di aggiungerne altre`,
});
const NOT_A_COMUNE = new Refusal('unprocessable', {
  code: 'not-a-comune',
  message: 'Le persone stanno in un Comune: indica un utente che non è amministratore',
});
const NOT_ONESELF = new Refusal('conflict', {
  code: 'cannot-change-oneself',
  message: 'Il tuo accesso lo cambia o lo toglie un’altra persona che dirige',
});

/** Adds, changes and removes the persons of a Comune: its own, those who manage, and an admin for any. */
export function createPeopleHandlers(options: {
  people: PeopleRepository;
  repository: Pick<UsersRepository, 'findById' | 'findByUsername'>;
  passwords: Pick<Passwords, 'hash'>;
  setPassword: SetPassword;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  clock: Clock;
}): Handlers<typeof peopleRoutes> {
  const { people, repository, clock } = options;
  const comuneOf = ({ id, role }: Actor) => (role === 'admin' ? undefined : id);
  const act = (call: { actor: Actor; address: string }) => ({ at: clock.now(), author: authorOf(call) });

  const findComune = async (actor: Actor, userId = actor.id): Promise<number | Refusal> => {
    if (actor.role !== 'admin') return userId === actor.id ? userId : notFound();
    const user = await repository.findById(userId);
    if (!user) return notFound();
    return user.role === 'user' && user.comuneId === null ? userId : NOT_A_COMUNE;
  };
  const hashOf = (username: string, password: string | undefined) =>
    password === undefined
      ? // Of a person who logs in elsewhere: a password that is not known.
        options.passwords.hash(new Secret(randomBytes(32).toString('base64')))
      : hashNewPassword(options.passwords, { username, password: new Secret(password) });
  const reread = async (id: number): Promise<Person | Refusal> =>
    (await people.find(id, undefined)) ?? notFound();

  return {
    listPeople: ({ actor }) => people.list(comuneOf(actor)),
    createPerson: async (call) => {
      const { duty, password, oidc_subject: oidcSubject = null, user_id: userId } = call.body;
      const comuneId = await findComune(call.actor, userId);
      if (comuneId instanceof Refusal) return comuneId;
      const username = call.body.username.normalize('NFC');
      const refusal = refuseUsername(username);
      if (refusal) return refusal;
      if (await repository.findByUsername(username)) return NAME_TAKEN;
      if ((await people.list(comuneId)).length >= PEOPLE_AT_MOST) return TOO_MANY;
      const passwordHash = await hashOf(username, password);
      if (passwordHash instanceof Refusal) return passwordHash;
      try {
        const person = { comuneId, username, duty, passwordHash, oidcSubject };
        return await reread(await people.create(person, act(call)));
      } catch (error) {
        if (isUniqueViolation(error)) return NAME_TAKEN;
        throw error;
      }
    },
    updatePerson: async (call) => {
      const { duty, password } = call.body;
      const person = await people.find(call.params.id, comuneOf(call.actor));
      if (!person) return notFound();
      if (person.id === accountOf(call.actor)) return NOT_ONESELF;
      if (password !== undefined) {
        const set = { id: person.id, username: person.username, password: new Secret(password) };
        const version = await options.setPassword(set, { ...act(call), action: 'people.update' });
        if (version instanceof Refusal) return version;
      }
      if (duty !== undefined && duty !== person.duty) {
        await people.setDuty(person, duty, act(call));
        // Open pages read again what they may.
        options.events.publish({ kind: 'sessions-ended', userId: person.id });
      }
      return reread(person.id);
    },
    deletePerson: async (call) => {
      const person = await people.find(call.params.id, comuneOf(call.actor));
      if (!person) return notFound();
      if (person.id === accountOf(call.actor)) return NOT_ONESELF;
      if (!(await people.delete(person, act(call)))) return notFound();
      options.events.publish({ kind: 'sessions-ended', userId: person.id });
      return undefined;
    },
  };
}
