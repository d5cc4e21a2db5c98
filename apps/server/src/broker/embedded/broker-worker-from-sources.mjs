// `npm run dev`: a worker thread of Node 20 does not inherit what loads TypeScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./broker-worker.ts', import.meta.url);
