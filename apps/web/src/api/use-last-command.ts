import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callRoute } from './call.ts';
import { firstLiveConnection } from './first-live-connection.ts';
import { type FollowedCommands, followedCommandsQuery } from './followed-commands.ts';
import { lastCommandOf, overtakenCommandOf, type WholeCommand } from './last-command.ts';
import { queryKeys } from './query-keys.ts';

const NONE: FollowedCommands = new Map();

const lastCommandQuery = queryOptions({
  queryKey: queryKeys.lastCommand,
  queryFn: async ({ signal }) => {
    await firstLiveConnection();
    return callRoute('getLastCommand', { query: { type: 'semaforo' }, signal });
  },
});

/**
 * The last command to the signals that the user sees, whoever gave it, and the one that it overtook: read at the start
 * and after each reconnection, kept up by the live events.
 */
export function useLastCommand(): { last: WholeCommand | null; overtaken: WholeCommand | null } {
  const read = useQuery(lastCommandQuery).data;
  const followed = useQuery(followedCommandsQuery).data;
  return useMemo(() => {
    const known = { type: 'semaforo', read, followed: followed ?? NONE } as const;
    return { last: lastCommandOf(known), overtaken: overtakenCommandOf(known) };
  }, [read, followed]);
}
