/** A file in a backup; `bytes` is its length, where that is known before it is read. */
export type BackupEntry = { name: string; content: AsyncIterable<Buffer>; bytes?: number | undefined };
