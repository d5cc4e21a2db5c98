import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the transform makes of the source. Whoever reads it hears of a failure of either. */
export function through(source: AsyncIterable<Buffer>, transform: Duplex): AsyncIterable<Buffer> {
  // Its failure ends the transform, and so the reader, with the same error.
  pipeline(source, transform).catch(() => undefined);
  return transform;
}
