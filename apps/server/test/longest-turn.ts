/**
 * The longest that the work kept the event loop in one turn, in milliseconds of processor time of this process: a busy
 * machine does not make it longer.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let usage = process.cpuUsage();
  let isDone = false;
  const look = () => {
    const { user, system } = process.cpuUsage(usage);
    longest = Math.max(longest, (user + system) / 1000);
    usage = process.cpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  look();
  return longest;
}
