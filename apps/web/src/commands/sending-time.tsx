import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { formatSeconds } from '@semaforo/contract/domain/italian';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** A command to fewer devices is sent in a moment: nothing is asked of the server. */
const REQUESTED_FROM_DEVICES = 1000;
const STEP_MS = 5000;

const estimateQuery = (devices: number) =>
  queryOptions({
    queryKey: queryKeys.commandEstimate(devices),
    queryFn: ({ signal }) => callRoute('estimateCommand', { query: { devices: String(devices) }, signal }),
    // Each command is a new measure.
    staleTime: 0,
  });

/** How long a command to so many signals will take to be sent, when that is worth knowing before the press. */
export function SendingTime({ reached }: { reached: number }) {
  const { data } = useQuery({ ...estimateQuery(reached), enabled: reached >= REQUESTED_FROM_DEVICES });
  const ms = (data?.seconds ?? 0) * 1000;
  if (reached < REQUESTED_FROM_DEVICES || ms <= CLICK_DEADLINE_MS) return null;
  return <p>L’invio durerà circa {formatSeconds(Math.ceil(ms / STEP_MS) * STEP_MS)}</p>;
}
