import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { STATUS_POLL_MS, statusPollSignal } from '../api/status-poll.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
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

/** Whether this browser ever saw the bot run: a Comune without a bot is not told that it is silent. */
const seenRunning = createStoredText('bot-seen');

/** True when the bot ran before and does not now. Of a poll that failed it is not the bot that is unwell. */
export function useBotIsSilent(): boolean {
  const running = useQuery(botStatusQuery).data?.running;
  const seen = useStore(seenRunning) !== null;
  useEffect(() => {
    if (running === true && !seen) seenRunning.set('true');
  }, [running, seen]);
  return seen && running === false;
}
