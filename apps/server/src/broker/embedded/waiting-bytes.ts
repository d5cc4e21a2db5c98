/** Of so many small chunks one is made: each costs some hundred bytes beside its own. */
const CHUNKS_AT_MOST = 500;

/** Bytes that were read and wait to be handed on, in their order. */
export class WaitingBytes {
  #chunks: Buffer[] = [];
  #length = 0;

  /** How many they are. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length > CHUNKS_AT_MOST) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** Some of them that follow each other, from the first one on; undefined when none wait. */
  first(): Buffer | undefined {
    return this.#chunks[0];
  }

  /** Takes the first ones out, at most as many as `first` returns. */
  take(count: number): Buffer {
    const first = this.#chunks.shift() ?? Buffer.alloc(0);
    if (count < first.length) this.#chunks.unshift(first.subarray(count));
    const taken = first.subarray(0, count);
    this.#length -= taken.length;
    return taken;
  }

  clear(): void {
    this.#chunks = [];
    this.#length = 0;
  }
}
