import { WALLS_AT_MOST, type Wall, type wallRoutes } from '@semaforo/contract/api/walls';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { endOfUnusedWall, WALL_TOKEN_LIFETIME_S } from './session-lifetime.ts';
import type { Tokens } from './tokens.port.ts';
import type { UserEvent } from './user-events.ts';
import type { UsersRepository } from './users.repository.ts';
import type { WallsRepository } from './walls.repository.ts';

const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-walls',
  message: `Ci sono già ${WALLS_AT_MOST} schermi di sala: revocane uno`,
});

/** Makes, lists and revokes the log-ins of walls: an admin those of anybody, others their own. */
export function createWallHandlers(options: {
  walls: WallsRepository;
  repository: Pick<UsersRepository, 'findById'>;
  tokens: Pick<Tokens, 'issue'>;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  clock: Clock;
}): Handlers<typeof wallRoutes> {
  const { walls, clock } = options;
  return {
    listWalls: async ({ actor }) => ({
      walls: await walls.list(actor.role === 'admin' ? undefined : actor.id, clock.now()),
    }),
    createWall: async (call): Promise<{ wall: Wall; accessToken: string } | Refusal> => {
      const { actor, body } = call;
      const { name, userId = actor.id } = body;
      if (userId !== actor.id && actor.role !== 'admin') return notFound();
      const user = await options.repository.findById(userId);
      if (!user) return notFound();
      const at = clock.now();
      const wall = await walls.create(
        { name, user, expiresAt: endOfUnusedWall(at) },
        { author: authorOf(call), at },
      );
      if (!wall) return TOO_MANY;
      const expiresAt = (Math.floor(at / 1000) + WALL_TOKEN_LIFETIME_S) * 1000;
      const token = { user, sessionId: wall.id, isWall: true, expiresAt };
      const accessToken = await options.tokens.issue(token);
      return { wall, accessToken: accessToken.reveal() };
    },
    revokeWall: async (call) => {
      const { actor, params } = call;
      const ofWhom = actor.role === 'admin' ? undefined : actor.id;
      const act = { author: authorOf(call), at: clock.now() };
      const userId = await walls.revoke({ id: params.id, userId: ofWhom }, act);
      if (userId === undefined) return notFound();
      options.events.publish({ kind: 'session-ended', userId, sessionId: params.id });
      return undefined;
    },
  };
}
