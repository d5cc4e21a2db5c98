import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { networkOf } from '../../platform/network-of.ts';
import { MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from './caps.ts';
import type { Meter } from './meter.ts';
import { PacketLengths } from './packet-lengths.ts';

const NOTHING = Buffer.alloc(0);

/**
 * A socket that hands on packets no faster than its client may send them; the rest waits unread, so that the client
 * itself is slowed. Until `open` it hands on one packet, CONNECT. It destroys itself as soon as a packet announces more
 * bytes than allowed, before any of them is kept: aedes has no such limit, its parser would hold up to 256 MB for a
 * client that has not even logged in.
 */
export class PacedSocket extends Duplex {
  /** Where the client is, as it is counted. */
  readonly origin: string;
  readonly #socket: Socket;
  readonly #opened: () => void;
  readonly #lengths = new PacketLengths();
  /** Read, and not handed on yet: at most one chunk. */
  #waiting: Buffer = NOTHING;
  #isWanted = false;
  #hasEnded = false;
  #hasBegun = false;
  #pace: 'one packet' | 'any' | Meter = 'one packet';
  #maxBytes = MAX_CONNECT_BYTES;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, opened: () => void) {
    super({ autoDestroy: true, emitClose: true });
    this.#socket = socket;
    this.#opened = opened;
    this.origin = networkOf(socket.remoteAddress ?? '');
    socket.on('data', (chunk: Buffer) => {
      socket.pause();
      this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
      this.#handOn();
    });
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#handOn();
    });
    socket.on('close', () => this.destroy());
    socket.on('error', (error) => this.destroy(error));
  }

  /** The client has logged in: it may go on, at this pace if there is one, with packets of so many bytes. */
  open(meter: Meter | undefined, maxBytes = MAX_PACKET_BYTES): void {
    this.#pace = meter ?? 'any';
    this.#maxBytes = maxBytes;
    this.#opened();
    this.#handOn();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#handOn();
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
    clearTimeout(this.#timer);
    this.#waiting = NOTHING;
    this.#socket.destroy();
    done(error);
  }

  #handOn(): void {
    if (!this.#isWanted || this.destroyed) return;
    if (this.#waiting.length === 0) {
      if (this.#hasEnded) this.push(null);
      else this.#socket.resume();
      return;
    }
    const end = this.#lengths.follow(this.#waiting, {
      mayBegin: () => this.#mayBegin(),
      maxBytes: () => this.#maxBytes,
    });
    if (end === undefined) this.destroy();
    else if (end === 0) this.#wait();
    else this.#pass(end);
  }

  #pass(end: number): void {
    const part = this.#waiting.subarray(0, end);
    this.#waiting = this.#waiting.subarray(end);
    if (typeof this.#pace === 'object') this.#pace.takeBytes(end, performance.now());
    this.#isWanted = false;
    // A stream that wants more says so by `_read`, or here.
    if (this.push(part)) this.#isWanted = true;
    this.#handOn();
  }

  #mayBegin(): boolean {
    if (this.#pace === 'any') return true;
    if (this.#pace !== 'one packet') return this.#pace.takeMessage(performance.now());
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    return isFirst;
  }

  #wait(): void {
    // Before the log-in, `open` goes on.
    if (typeof this.#pace !== 'object') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#handOn(), Math.max(10, this.#pace.waitMs(performance.now())));
  }
}
