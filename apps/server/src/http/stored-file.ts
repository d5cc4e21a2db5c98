/** A file as the body of an answer: its bytes and its media type. */
export class StoredFile {
  readonly bytes: Buffer;
  readonly type: string;

  constructor({ bytes, type }: { bytes: Buffer; type: string }) {
    this.bytes = bytes;
    this.type = type;
  }
}
