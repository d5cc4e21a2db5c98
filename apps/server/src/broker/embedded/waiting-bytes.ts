/** Of so many small chunks one is made: each costs some hundred bytes beside its own. */
const CHUNKS_AT_MOST = 500;

/** Bytes that were read and wait to be handed on, in their order. */
export class WaitingBytes {
  #first: Buffer | undefined;
  #others: Buffer[] = [];
  #length = 0;

  /** How many they are. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (!this.#first) {
      this.#first = chunk;
      return;
    }
    this.#others.push(chunk);
    if (this.#others.length >= CHUNKS_AT_MOST) this.#others = [Buffer.concat(this.#others)];
  }

  /** Some of them that follow each other, from the first one on; undefined when none wait. */
  first(): Buffer | undefined {
    return this.#first;
  }

  /** Takes the first ones out, at most as many as `first` returns. */
  take(count: number): Buffer {
    const taken = this.#first?.subarray(0, count) ?? Buffer.alloc(0);
    const rest = this.#first?.subarray(count);
    this.#length -= taken.length;
    if (rest && rest.length > 0) this.#first = rest;
    else {
      this.#first = this.#others.length > 1 ? Buffer.concat(this.#others) : this.#others[0];
      this.#others = [];
    }
    return taken;
  }

  clear(): void {
    this.#first = undefined;
    this.#others = [];
    this.#length = 0;
  }
}
