/** Reads a stream of buffers of any length by number of bytes. */
export type ByteReader = {
  /** That many bytes; fewer only at the end of the stream. */
  upTo: (count: number) => Promise<Buffer>;
  /** A line without its line feed; what there is when none comes within so many bytes. */
  line: (longest: number) => Promise<string>;
};

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let length = 0;

  const fill = async (count: number) => {
    while (length < count) {
      const next = await iterator.next();
      if (next.done) return;
      parts.push(next.value);
      length += next.value.length;
    }
  };
  const take = (count: number): Buffer => {
    const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const taken = all.subarray(0, count);
    const rest = all.subarray(count);
    parts = rest.length > 0 ? [rest] : [];
    length = rest.length;
    return taken;
  };

  return {
    upTo: async (count) => {
      await fill(count);
      return take(count);
    },
    line: async (longest) => {
      await fill(longest);
      const end = Buffer.concat(parts).subarray(0, longest).indexOf(0x0a);
      if (end < 0) return take(longest).toString();
      return take(end + 1)
        .subarray(0, end)
        .toString();
    },
  };
}
