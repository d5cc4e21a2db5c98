// A page of fan-out.bench.ts, in a process of its own so that it can be stopped: `stalled-page.ts ORIGIN TOKEN`.
import { openPages } from './open-pages.ts';

const [origin = '', token = ''] = process.argv.slice(2);
await openPages(1, [{ origin, tokens: [token] }]);
console.log('pronto');
