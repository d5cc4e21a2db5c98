import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { networkOf } from '../../platform/network-of.ts';
import { HELD_BACK_AT_MOST_MS, MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from './limits.ts';
import type { Meter } from './meter.ts';
import { PacketLengths } from './packet-lengths.ts';

/** Of so many small chunks one is made: each costs some hundred bytes beside its own. */
const CHUNKS_AT_MOST = 500;

/** Bytes that were read and wait to be handed on, in their order. */
class WaitingBytes {
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

/** What a client may do once it has logged in. */
export type Opening = {
  /** Without one it sends as fast as it likes. */
  meter: Meter | undefined;
  maxBytes?: number | undefined;
  /** Called when it is cut off because it was held back for too long. */
  rateExceeded?: (() => void) | undefined;
};

/**
 * A socket that hands on packets no faster than its client may send them. Until `open` it hands on one packet, CONNECT.
 * It destroys itself as soon as a packet announces more bytes than allowed, before any of them is kept: aedes has no
 * such limit, its parser would hold up to 256 MB for a client that has not even logged in.
 *
 * What is held back goes on being read, so that the end of the connection is seen behind it, and then is thrown away:
 * whoever said it is gone. A client that is held back for five seconds on end, or for whom more waits than that, is cut
 * off: what it said before that is never heard as said now (docs/rules.md#said-now).
 */
export class PacedSocket extends Duplex {
  /** Where the client is, as it is counted. */
  readonly origin: string;
  readonly #socket: Socket;
  readonly #opened: () => void;
  readonly #reset: () => void;
  readonly #lengths = new PacketLengths();
  /** Read, and not handed on yet. */
  readonly #waiting = new WaitingBytes();
  #isWanted = false;
  #hasEnded = false;
  #hasBegun = false;
  #pace: 'one packet' | 'any' | Meter = 'one packet';
  #maxBytes = MAX_CONNECT_BYTES;
  #rateExceeded: (() => void) | undefined;
  /** Since when its meter has kept it from handing on all that it read; by the monotonic clock. */
  #heldBackSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, deps: { opened: () => void; reset: () => void; looked: () => void }) {
    super({ autoDestroy: true, emitClose: true });
    this.#socket = socket;
    this.#opened = deps.opened;
    this.#reset = deps.reset;
    this.origin = networkOf(socket.remoteAddress ?? '');
    socket.on('data', (chunk: Buffer) => {
      deps.looked();
      if (this.destroyed) return;
      socket.pause();
      this.#waiting.add(chunk);
      this.#handOn();
    });
    socket.on('end', () => {
      if (this.isHeldBack) return void this.destroy();
      this.#hasEnded = true;
      this.#handOn();
    });
    socket.on('close', () => this.destroy());
    socket.on('error', (error) => this.destroy(error));
  }

  /** True while the client has sent more than it may by now. */
  get isHeldBack(): boolean {
    return this.#heldBackSince !== undefined;
  }

  /** Ends the connection, and what waits to be sent is never delivered: the system drops it. */
  reset(): void {
    this.#reset();
    this.destroy();
  }

  /** The client has logged in: it may go on. */
  open({ meter, maxBytes = MAX_PACKET_BYTES, rateExceeded }: Opening): void {
    this.#pace = meter ?? 'any';
    this.#maxBytes = maxBytes;
    this.#rateExceeded = rateExceeded;
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
    this.#waiting.clear();
    this.#socket.destroy();
    done(error);
  }

  #handOn(): void {
    if (this.#isHeldBackForTooLong()) this.#cutOff();
    while (this.#isWanted && !this.destroyed) {
      const first = this.#waiting.first();
      if (!first) {
        if (this.#hasEnded) this.push(null);
        else this.#socket.resume();
        return;
      }
      const end = this.#lengths.follow(first, {
        mayBegin: () => this.#mayBegin(),
        maxBytes: () => this.#maxBytes,
      });
      if (end === 0) {
        this.#holdBack();
        return;
      }
      if (end === undefined) this.destroy();
      else this.#pass(this.#waiting.take(end));
    }
  }

  #pass(part: Buffer): void {
    if (typeof this.#pace === 'object') this.#pace.takeBytes(part.length, performance.now());
    if (this.#waiting.length === 0) this.#heldBackSince = undefined;
    this.#isWanted = false;
    // A stream that wants more says so by `_read`, or here.
    if (this.push(part)) this.#isWanted = true;
  }

  #mayBegin(): boolean {
    if (this.#pace === 'any') return true;
    if (this.#pace !== 'one packet') return this.#pace.takeMessage(performance.now());
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    return isFirst;
  }

  #holdBack(): void {
    // Before the log-in, `open` goes on.
    if (typeof this.#pace !== 'object') return;
    const now = performance.now();
    this.#heldBackSince ??= now;
    if (this.#waiting.length > this.#pace.bytesWithin(HELD_BACK_AT_MOST_MS)) {
      this.#cutOff();
      return;
    }
    this.#socket.resume();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#handOn(), Math.max(10, this.#pace.waitMs(now)));
  }

  #isHeldBackForTooLong(): boolean {
    const since = this.#heldBackSince;
    return since !== undefined && performance.now() - since >= HELD_BACK_AT_MOST_MS;
  }

  #cutOff(): void {
    this.#rateExceeded?.();
    this.destroy();
  }
}
