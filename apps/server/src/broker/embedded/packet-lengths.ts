/** Follows the packets of a stream by their fixed headers (MQTT 3.1.1, section 2.2). */
export class PacketLengths {
  /** Bytes of the present packet still to come; null while its length is being read. */
  #remaining: number | null = null;
  #headerBytes = 0;
  #length = 0;

  /**
   * Reads on from `from`: to the end of the chunk, or to the beginning of a packet that `mayBegin` does not let in.
   * Returns where it stopped; undefined when a packet announces more than `maxBytes`.
   */
  follow(
    chunk: Buffer,
    { mayBegin, maxBytes }: { mayBegin: () => boolean; maxBytes: () => number },
  ): number | undefined {
    let at = 0;
    while (at < chunk.length) {
      if (this.#remaining !== null && this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= skipped;
        at += skipped;
        continue;
      }
      if (this.#remaining === 0) this.#beginHeader();
      if (this.#headerBytes === 0 && !mayBegin()) return at;
      if (!this.#readHeaderByte(chunk.readUInt8(at), maxBytes())) return undefined;
      at += 1;
    }
    return at;
  }

  #beginHeader(): void {
    this.#remaining = null;
    this.#headerBytes = 0;
    this.#length = 0;
  }

  /** One byte of type, then a length of up to four bytes of seven bits. */
  #readHeaderByte(byte: number, maxBytes: number): boolean {
    if (this.#headerBytes > 0) {
      this.#length += (byte & 0x7f) * 128 ** (this.#headerBytes - 1);
      if (this.#length > maxBytes || this.#headerBytes > 4) return false;
      if (byte < 0x80) this.#remaining = this.#length;
    }
    this.#headerBytes += 1;
    return true;
  }
}
