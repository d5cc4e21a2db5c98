import type { Mark, Places, Viewport } from './cluster-index.ts';

/**
 * The messages from the page to the worker. `revision` names the places to which the later signs and answers belong;
 * `number` counts the messages.
 */
export type ToWorker = { number: number } & Notified;

export type Notified =
  | ({ kind: 'places'; revision: number } & Places)
  | { kind: 'signs'; signs: Uint8Array }
  | { kind: 'viewport'; viewport: Viewport };

/** The worker's answer to the message of that number, when it has both places and a viewport. */
export type FromWorker = { number: number; revision: number; marks: Mark[] };
