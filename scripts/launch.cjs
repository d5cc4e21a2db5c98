// Every command starts here (`node scripts/launch.cjs demo`), before anything is installed and by whatever Node there
// is. A Node that cannot run Semaforo brings one that can and goes on with it. Only syntax that old versions have.
'use strict';
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { bringNode, canRunOn, runWith } = require('./bring-node.cjs');

const [, , command, ...args] = process.argv;
const script = join(__dirname, `${command}.mjs`);

if (canRunOn(process.versions.node)) {
  process.argv.splice(1, 2, script);
  import(pathToFileURL(script).href);
} else {
  try {
    const runtime = bringNode();
    runWith(runtime, runtime.node, [script, ...args]);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
