/** What a process holds, as `answer-counts.mjs` answers it. Sizes are bytes. */
export type ProcessCounts = {
  rss: number;
  heapUsed: number;
  external: number;
  /** Timers, sockets and what else keeps a process alive, by type. */
  handles: Readonly<Record<string, number>>;
  /** Of all event emitters together. */
  listeners: number;
  /** Of Socket.IO. */
  rooms: number;
  /** Event emitters by the name of their class. */
  byClass: Readonly<Record<string, number>>;
};

export async function readCounts(port: number): Promise<ProcessCounts> {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  return (await response.json()) as ProcessCounts;
}

/** What is left of each kind that was not there before, beyond what comes and goes by itself. Empty: nothing. */
export function leftBehind(before: ProcessCounts, after: ProcessCounts): string[] {
  return [
    ...grown('handles', before.handles, after.handles),
    ...grown('emitters', before.byClass, after.byClass),
    ...(after.rooms > before.rooms ? [`${after.rooms - before.rooms} rooms`] : []),
    ...(after.listeners > before.listeners + LISTENERS_THAT_COME_AND_GO
      ? [`${after.listeners - before.listeners} listeners`]
      : []),
  ];
}

/** A database connection, a request of the counter itself, a job that runs now. */
const COME_AND_GO = 5;
const LISTENERS_THAT_COME_AND_GO = 100;

function grown(
  kind: string,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(after).flatMap(([name, count]) => {
    const more = count - (before[name] ?? 0);
    return more > COME_AND_GO ? [`${more} ${kind} of ${name}`] : [];
  });
}
