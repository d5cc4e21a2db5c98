import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the transform makes of the source. Whoever reads it hears of a failure of either. */
export function through<T extends Duplex>(source: AsyncIterable<Buffer>, transform: T): T {
  // Its failure ends the transform, and so the reader, with the same error.
  pipeline(source, transform).catch(() => undefined);
  return transform;
}
