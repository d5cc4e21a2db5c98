/** A document of a source, or that it is the one that was read before (`unchanged`), or why it was not read. */
export type FetchedDocument =
  | { kind: 'document'; text: string; url: URL }
  | { kind: 'unchanged' }
  | { kind: 'failed'; reason: string };

/** Reads documents from the hosts of the settings and from no other (docs/rules.md#bulletins). */
export type DocumentSource = {
  /** `unlessUnchanged`: asks only for what changed since it was last `accepted`. */
  fetch: (
    url: URL,
    options?: { unlessUnchanged?: boolean; signal?: AbortSignal },
  ) => Promise<FetchedDocument>;
  /** What was read from there was dealt with, and need not be read again until it changes. */
  accepted: (url: URL) => void;
};
