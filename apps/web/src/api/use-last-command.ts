import type { Command } from '@semaforo/contract/api/commands';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callRoute } from './call.ts';
import { firstLiveConnection } from './first-live-connection.ts';
import { type FollowedCommands, followedCommandsQuery } from './followed-commands.ts';
import {
  type KnownCommands,
  lastCommandOf,
  otherFailures,
  overtakenCommandOf,
  type WholeCommand,
} from './last-command.ts';
import { queryKeys } from './query-keys.ts';

const NONE: FollowedCommands = new Map();
const NO_FAILURES: readonly Command[] = [];

const lastCommandQuery = (type: LampDeviceType) =>
  queryOptions({
    queryKey: [...queryKeys.lastCommand, type],
    queryFn: async ({ signal }) => {
      await firstLiveConnection();
      return callRoute('getLastCommand', { query: { type }, signal });
    },
  });

/** What failed before the page was opened, to be told until its devices are commanded again. */
const failedCommandsQuery = queryOptions({
  queryKey: [...queryKeys.lastCommand, 'failed'],
  queryFn: async ({ signal }) => {
    await firstLiveConnection();
    return callRoute('listFailedCommands', { signal });
  },
});

type ShownCommands = { last: WholeCommand | null; overtaken: WholeCommand | null };
let shown: { known: KnownCommands; commands: ShownCommands } | undefined;

/** Several parts of a page ask at each event of a command, which may have 80,000 deliveries: it is found out once. */
function shownCommandsOf(known: KnownCommands): ShownCommands {
  const isSame =
    shown?.known.type === known.type &&
    shown.known.read === known.read &&
    shown.known.failed === known.failed &&
    shown.known.followed === known.followed;
  if (shown === undefined || !isSame) {
    const commands = { last: lastCommandOf(known), overtaken: overtakenCommandOf(known) };
    shown = { known, commands };
  }
  return shown.commands;
}

/**
 * The last command to the signals that the user sees, whoever gave it, and the one that it overtook: read at the start
 * and after each reconnection, kept up by the live events.
 */
export function useLastCommand(): ShownCommands {
  const known = useKnownCommands('semaforo');
  return useMemo(() => shownCommandsOf(known), [known]);
}

/** The failed commands to signals and lanterns that the user sees, besides the last one to the signals. */
export function useOtherFailures(): WholeCommand[] {
  const toSignals = useKnownCommands('semaforo');
  const toLanterns = useKnownCommands('lanterna');
  return useMemo(
    () => otherFailures([toSignals, toLanterns], shownCommandsOf(toSignals).last),
    [toSignals, toLanterns],
  );
}

function useKnownCommands(type: LampDeviceType): KnownCommands {
  const read = useQuery(lastCommandQuery(type)).data;
  const failed = useQuery(failedCommandsQuery).data ?? NO_FAILURES;
  const followed = useQuery(followedCommandsQuery).data;
  return useMemo(() => ({ type, read, failed, followed: followed ?? NONE }), [type, read, failed, followed]);
}
