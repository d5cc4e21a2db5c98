import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A socket that destroys itself as soon as an MQTT packet announces more bytes than allowed, before any of them is
 * kept. aedes has no such limit of its own: its parser would hold up to 256 MB for a client that has not even logged
 * in.
 */
export class SizeLimitedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #maxBytes: number;
  /** Bytes of the present packet still to come; null while its length is being read. */
  #remaining: number | null = null;
  #headerBytes = 0;
  #length = 0;

  constructor(socket: Socket, maxBytes: number) {
    super({ autoDestroy: true, emitClose: true });
    this.#socket = socket;
    this.#maxBytes = maxBytes;
    socket.on('data', (chunk: Buffer) => {
      if (!this.#admits(chunk)) this.destroy();
      else if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
    socket.on('error', (error) => this.destroy(error));
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  /**
   * Follows the packets' fixed headers (MQTT 3.1.1, section 2.2): one byte of type, then a length of up to four bytes
   * of seven bits.
   */
  #admits(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#remaining !== null && this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= skipped;
        at += skipped;
      } else {
        if (this.#remaining === 0) this.#beginHeader();
        if (!this.#readHeaderByte(chunk.readUInt8(at))) return false;
        at += 1;
      }
    }
    return true;
  }

  #beginHeader(): void {
    this.#remaining = null;
    this.#headerBytes = 0;
    this.#length = 0;
  }

  #readHeaderByte(byte: number): boolean {
    if (this.#headerBytes > 0) {
      this.#length += (byte & 0x7f) * 128 ** (this.#headerBytes - 1);
      if (this.#length > this.#maxBytes || this.#headerBytes > 4) return false;
      if (byte < 0x80) this.#remaining = this.#length;
    }
    this.#headerBytes += 1;
    return true;
  }
}
