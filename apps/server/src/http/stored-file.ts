import type { Readable } from 'node:stream';

/** A file as the body of an answer: its bytes, its media type, and the name under which a browser saves it. */
export class StoredFile {
  readonly bytes: Buffer | Readable;
  readonly type: string;
  readonly name: string | undefined;

  constructor({ bytes, type, name }: { bytes: Buffer | Readable; type: string; name?: string }) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
  }
}
