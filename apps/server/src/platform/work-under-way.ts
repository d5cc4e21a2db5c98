/**
 * What this process is doing, by name: routes and jobs. There is one event loop in a process, so there is one list; it
 * only serves to say what ran while the loop was blocked.
 */
const underWay = new Map<string, number>();
const endedSinceCheck = new Set<string>();

/** Says that work of that name begins; the function returned says that it has ended. */
export function beginWork(name: string): () => void {
  underWay.set(name, (underWay.get(name) ?? 0) + 1);
  return () => {
    const others = (underWay.get(name) ?? 1) - 1;
    if (others > 0) underWay.set(name, others);
    else underWay.delete(name);
    endedSinceCheck.add(name);
  };
}

/** The names of the work that went on at some time since this was asked last. */
export function lookAtWork(): string[] {
  const names = [...new Set([...underWay.keys(), ...endedSinceCheck])];
  endedSinceCheck.clear();
  return names;
}
