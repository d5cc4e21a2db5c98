import type { Mark, Places, Viewport } from './cluster-index.ts';

/**
 * The messages from the page to the worker. `revision` names the places to which the later signs and answers belong.
 */
export type ToWorker =
  | ({ kind: 'places'; revision: number } & Places)
  | { kind: 'signs'; signs: Uint8Array }
  | { kind: 'viewport'; viewport: Viewport };

/** The worker's answer to each message, when it has both places and a viewport. */
export type FromWorker = { revision: number; marks: Mark[] };
