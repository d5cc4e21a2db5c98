/** Devices under it are played by the server itself (docs/rules.md#simulated-devices). */
export const SIMULATED_UNDER = '/3/simulato/';

/** True for the topic of a device that the server plays: no lamp stands behind it. */
export function isSimulated(topic: string): boolean {
  return topic.startsWith(SIMULATED_UNDER);
}

/** True when what a device shows is no warning, and is marked PROVA: a lamp test has it, or the server plays it. */
export function isTrial({ topic, testing }: { topic: string; testing: boolean }): boolean {
  return testing || isSimulated(topic);
}

/** The first topic for a simulated signal that is not taken: `/3/simulato/s1`. */
export function freeSimulatedTopic(taken: Iterable<string>): string {
  const known = new Set([...taken].map((topic) => topic.toLowerCase()));
  let number = 1;
  while (known.has(`${SIMULATED_UNDER}s${number}`)) number += 1;
  return `${SIMULATED_UNDER}s${number}`;
}
