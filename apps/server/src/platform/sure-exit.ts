import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

// Node joins V8's threads when it exits. A compiler among them that waits for a collection, which only this thread can
// make, would be waited for without end (nodejs/node issue 54918): the process has said why it ends, and stays. A small
// heap makes that likelier. So the last thing done is a collection: it lets go who waits and leaves room for the
// others, and nothing new is compiled.
process.on('exit', () => {
  setFlagsFromString('--no-opt');
  collectGarbage();
});
