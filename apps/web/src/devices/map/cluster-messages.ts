import type { Mark, Places, Viewport } from './cluster-index.ts';

/** What the page tells the worker. `revision` names the places that the later signs and answers are about. */
export type ToWorker =
  | ({ kind: 'places'; revision: number } & Places)
  | { kind: 'signs'; signs: Uint8Array }
  | { kind: 'look'; viewport: Viewport };

/** The worker's answer to everything it is told, once it has both places and a viewport. */
export type FromWorker = { revision: number; marks: Mark[] };
