import { createClusterIndex, type Viewport } from './cluster-index.ts';
import type { FromWorker, ToWorker } from './cluster-messages.ts';

let index: ReturnType<typeof createClusterIndex> | undefined;
let revision = 0;
let viewport: Viewport | undefined;

addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.kind === 'places') {
    index = createClusterIndex(message);
    revision = message.revision;
  }
  if (message.kind === 'signs') index?.setSigns(message.signs);
  if (message.kind === 'viewport') viewport = message.viewport;
  if (index === undefined || viewport === undefined) return;
  postMessage({ number: message.number, revision, marks: index.marksIn(viewport) } satisfies FromWorker);
});
