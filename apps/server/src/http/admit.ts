import type { Route } from '@semaforo/contract/api/route';
import { DUTY_NAMES, type Duty, isDutyEnough } from '@semaforo/contract/domain/duty';
import { KEY_SCOPE_NAMES } from '@semaforo/contract/domain/key-scope';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** The session of the actor. */
    sessionId: number | undefined;
    /** When it arrived (epoch ms). */
    arrivedAt: number;
  }
}

const UNAUTHENTICATED = new Refusal('unauthenticated', {
  code: 'unauthenticated',
  message: 'Sessione mancante o scaduta: accedi di nuovo',
});
const FORBIDDEN = new Refusal('forbidden', {
  code: 'forbidden',
  message: 'Operazione riservata agli amministratori',
});

const ONLY_WATCHES = new Refusal('forbidden', {
  code: 'wall-only-watches',
  message: 'Questo è uno schermo di sala: mostra le lampade e non può fare altro',
});

const NOT_FOR_KEYS = new Refusal('forbidden', {
  code: 'not-for-keys',
  message: 'Questo lo fa solo una persona, non una chiave',
});
const NOT_OF_DEVICES = new Refusal('forbidden', {
  code: 'key-of-devices',
  message: 'La chiave vale solo per alcuni dispositivi, e questo riguarda tutto il Comune',
});

type Admitted = {
  actor: Actor;
  sessionId: number;
  /** What the caller is refused with on every route that does not set up a second factor. */
  restriction?: Refusal;
  /** What the caller is refused with where a fresh proof is needed. */
  unproved?: Refusal;
};

/** The caller and the session that a token stands for; a refusal when it does not count. */
export type Authenticate = (token: string) => Promise<Admitted | Refusal>;

/** What a route needs of a person of a Comune. */
export function dutyFor({ duty, method }: Pick<Route, 'duty' | 'method'>): Duty {
  return duty ?? (method === 'GET' ? 'read' : 'operate');
}

/** What a route needs of the key of a program. */
function refuseKey({ scopes = [], byDevice }: Route, { key, devices }: Actor): Refusal | undefined {
  if (key === undefined) return undefined;
  if (scopes.length === 0) return NOT_FOR_KEYS;
  if (!scopes.some((scope) => key.scopes.includes(scope))) {
    const names = scopes.map((scope) => `«${KEY_SCOPE_NAMES[scope]}»`).join(' o ');
    return new Refusal('forbidden', {
      code: 'scope-missing',
      message: `Alla chiave manca l’ambito ${names}`,
    });
  }
  return devices === undefined || byDevice ? undefined : NOT_OF_DEVICES;
}

function refuseDuty(route: Route, { person }: Actor): Refusal | undefined {
  if (person === undefined || isDutyEnough(person.duty, dutyFor(route))) return undefined;
  const message = `Il tuo compito («${DUTY_NAMES[person.duty]}») non lo permette: chiedi a chi dirige nel tuo Comune`;
  return new Refusal('forbidden', { code: 'duty-too-low', message });
}

/** Applies the access policy of a route: sets the caller of the request, or resolves to a refusal. */
export async function admit(options: {
  request: FastifyRequest;
  route: Route;
  authenticate: Authenticate;
}): Promise<Refusal | undefined> {
  const { request, route } = options;
  if (route.access === 'public') return undefined;
  const token = /^Bearer ([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const admitted = token === undefined ? UNAUTHENTICATED : await options.authenticate(token);
  if (admitted instanceof Refusal) return admitted;
  request.actor = admitted.actor;
  request.sessionId = admitted.sessionId;
  if (admitted.actor.wall !== undefined && !route.forKiosks) return ONLY_WATCHES;
  if (admitted.restriction && !route.setsUpSecondFactor) return admitted.restriction;
  if (route.access === 'admin' && (admitted.actor.role !== 'admin' || admitted.actor.key)) return FORBIDDEN;
  const refusal = refuseKey(route, admitted.actor) ?? refuseDuty(route, admitted.actor);
  return refusal ?? (route.stepUp && admitted.unproved);
}
