import { KIOSKS_AT_MOST, type Kiosk, type kioskRoutes } from '@semaforo/contract/api/kiosks';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { KiosksRepository } from './kiosks.repository.ts';
import { endOfUnusedKiosk, KIOSK_TOKEN_LIFETIME_S } from './session-lifetime.ts';
import type { Tokens } from './tokens.port.ts';
import type { UserEvent } from './user-events.ts';
import type { UsersRepository } from './users.repository.ts';

const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-walls',
  message: `Ci sono già ${KIOSKS_AT_MOST} schermi di sala: revocane uno`,
});

/** Makes, lists and revokes the log-ins of walls: an admin those of anybody, others their own. */
export function createKioskHandlers(options: {
  walls: KiosksRepository;
  repository: Pick<UsersRepository, 'findById'>;
  tokens: Pick<Tokens, 'issue'>;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  clock: Clock;
}): Handlers<typeof kioskRoutes> {
  const { walls, clock } = options;
  return {
    listWalls: async ({ actor }) => ({
      walls: await walls.list(actor.role === 'admin' ? undefined : actor.id, clock.now()),
    }),
    createWall: async (call): Promise<{ wall: Kiosk; accessToken: string } | Refusal> => {
      const { actor, body } = call;
      const { name, userId = actor.id } = body;
      if (userId !== actor.id && actor.role !== 'admin') return notFound();
      const user = await options.repository.findById(userId);
      if (!user) return notFound();
      const at = clock.now();
      const wall = await walls.create(
        { name, user, expiresAt: endOfUnusedKiosk(at) },
        { author: authorOf(call), at },
      );
      if (!wall) return TOO_MANY;
      const expiresAt = (Math.floor(at / 1000) + KIOSK_TOKEN_LIFETIME_S) * 1000;
      const token = { user, sessionId: wall.id, isKiosk: true, expiresAt };
      const accessToken = await options.tokens.issue(token);
      return { wall, accessToken: accessToken.reveal() };
    },
    revokeWall: async (call) => {
      const { actor, params } = call;
      const ofTargets = actor.role === 'admin' ? undefined : actor.id;
      const act = { author: authorOf(call), at: clock.now() };
      const userId = await walls.revoke({ id: params.id, userId: ofTargets }, act);
      if (userId === undefined) return notFound();
      options.events.publish({ kind: 'session-ended', userId, sessionId: params.id });
      return undefined;
    },
  };
}
