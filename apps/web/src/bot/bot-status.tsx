import { queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { STATUS_POLL_MS, statusPollSignal } from '../api/status-poll.ts';
import { Pill } from '../ui/pill.tsx';

/** Shows 'Attivo' or 'Non attivo'; nothing until the status is known. */
export function BotPill() {
  const running = useBotStatus();
  if (running === undefined) return null;
  return running ? <Pill kind="ok">Attivo</Pill> : <Pill kind="off">Non attivo</Pill>;
}

const botStatusQuery = queryOptions({
  queryKey: queryKeys.botStatus,
  queryFn: ({ signal }) => callRoute('getBotStatus', { signal: statusPollSignal(signal) }),
  refetchInterval: STATUS_POLL_MS,
  refetchIntervalInBackground: true,
  retry: false,
});

/**
 * True while the Telegram bot runs. Polled every 5 s; undefined until the first answer, false after a failed poll.
 */
export function useBotStatus(): boolean | undefined {
  const { data, isError } = useQuery(botStatusQuery);
  return isError ? false : data?.running;
}
