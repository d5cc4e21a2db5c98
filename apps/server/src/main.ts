// The entry: what must be in force before the text of the server is read, then the server.
import './platform/supported-node.ts';
import './platform/small-heap.ts';
import './platform/shrink-heap.ts';
import './platform/sure-exit.ts';
import './platform/compile-cache.ts';

await import('./serve.ts');
