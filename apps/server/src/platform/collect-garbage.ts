import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((how: { type: 'major' | 'minor' }) => void) | undefined;

/** Collects garbage of this thread at once: all of it, or that of the young generation in a few milliseconds. */
export function collectGarbage(of: 'all' | 'young' = 'all'): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as typeof collect;
  collect?.({ type: of === 'all' ? 'major' : 'minor' });
}
