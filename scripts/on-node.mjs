// `npm run on-node -- npx vitest --watch`: runs a command with the Node that Semaforo runs on, wherever the machine has
// an older one. `npm run on-node -- 26 npm test`: with another Node, which is brought from the npm registry.
import { bringNode, runWith } from './bring-node.cjs';
import { ensureInstalled } from './prepare.mjs';

const given = process.argv.slice(2);
const version = /^\d+(\.\d+){0,2}$/.test(given[0] ?? '') ? given.shift() : undefined;
const [program, ...args] = given;
if (program === undefined) {
  console.error('Uso: npm run on-node -- [VERSIONE] COMANDO…   per esempio: npm run on-node -- 26 npm test');
  process.exit(2);
}
await ensureInstalled();
runWith(bringNode(version), program, args);
