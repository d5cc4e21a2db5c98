import { createClusterIndex, type Viewport } from './cluster-index.ts';
import type { FromWorker, ToWorker } from './cluster-messages.ts';

let index: ReturnType<typeof createClusterIndex> | undefined;
let revision = 0;
let viewport: Viewport | undefined;

addEventListener('message', ({ data: told }: MessageEvent<ToWorker>) => {
  if (told.kind === 'places') {
    index = createClusterIndex(told);
    revision = told.revision;
  }
  if (told.kind === 'signs') index?.setSigns(told.signs);
  if (told.kind === 'look') viewport = told.viewport;
  if (index === undefined || viewport === undefined) return;
  postMessage({ revision, marks: index.look(viewport) } satisfies FromWorker);
});
