import { z } from 'zod';
import { DUTIES } from '../domain/duty.ts';
import { addresses } from './addresses.ts';
import { byId, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';
import { newPassword, username } from './users.ts';

/** More than any Comune has at its lamps (docs/rules.md#quotas). */
export const PEOPLE_AT_MOST = 200;

const duty = z.enum(DUTIES, 'Il compito è read (legge), operate (comanda) o manage (dirige)');

const oidcSubject = text.trim().min(1, 'Serve l’identificativo').max(255, 'L’identificativo è troppo lungo');

/** A person who acts for a Comune. `last_seen`: when they last used a session; null: never, or not for long. */
const personSchema = z.strictObject({
  id,
  username: z.string(),
  duty,
  /** Of whom they act for. */
  user_id: id,
  comune: z.string(),
  oidc_subject: z.string().nullable(),
  second_factor: z.boolean(),
  created_at: time,
  last_seen: time.nullable(),
});

export type Person = z.infer<typeof personSchema>;

const onePerson = { params: byId, refusals: [404, 409] as const };

export const peopleRoutes = {
  listPeople: defineRoute(addresses.listPeople, {
    summary: 'Le persone del proprio Comune; per un amministratore quelle di tutti',
    success: { status: 200, body: z.array(personSchema) },
  }),
  createPerson: defineRoute(addresses.createPerson, {
    summary:
      'Aggiunge una persona del Comune, con un accesso suo; solo un amministratore indica di quale Comune',
    body: z
      .strictObject({
        username,
        password: newPassword.optional(),
        oidc_subject: oidcSubject.optional(),
        duty,
        user_id: id.optional(),
      })
      .refine(
        ({ password, oidc_subject }) => (password === undefined) !== (oidc_subject === undefined),
        'Serve una password oppure l’identificativo di OpenID Connect',
      ),
    success: { status: 201, body: personSchema },
    refusals: [404, 409, 422],
  }),
  updatePerson: defineRoute(addresses.updatePerson, {
    ...onePerson,
    summary: 'Cambia il compito o la password di una persona; con la password finiscono le sue sessioni',
    body: z
      .strictObject({ duty: duty.optional(), password: newPassword.optional() })
      .refine((body) => Object.keys(body).length > 0, 'Non c’è nulla da cambiare'),
    success: { status: 200, body: personSchema },
  }),
  deletePerson: defineRoute(addresses.deletePerson, {
    ...onePerson,
    summary: 'Toglie una persona: finiscono sessioni, chiavi, notifiche e chat sue',
    success: { status: 204 },
  }),
};
