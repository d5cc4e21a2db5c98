/** Bytes of an answer. With a version they may later be overwritten, and have another version then. */
export type JsonPiece = { bytes: Buffer; version?: number };
