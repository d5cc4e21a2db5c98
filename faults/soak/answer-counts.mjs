// Preloaded into the server that is soaked: tells on a port of loopback what it holds, after a collection of garbage.
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Runs in the server, with every living event emitter. */
function countEmitters(emitters) {
  const counted = { listeners: 0, rooms: 0, byClass: {} };
  for (const emitter of emitters) {
    try {
      const name = emitter.constructor?.name ?? '';
      counted.byClass[name] = (counted.byClass[name] ?? 0) + 1;
      for (const event of emitter.eventNames()) counted.listeners += emitter.listenerCount(event);
      if (emitter.rooms instanceof Map && emitter.sids instanceof Map) counted.rooms += emitter.rooms.size;
    } catch {
      // A prototype is among them, too: its getters have nothing to work with.
    }
  }
  return counted;
}

async function countAll(collect) {
  const session = new Session();
  session.connect();
  try {
    globalThis.soakedPrototype = EventEmitter.prototype;
    const { result } = await session.post('Runtime.evaluate', { expression: 'globalThis.soakedPrototype' });
    collect();
    const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId });
    const { result: counted } = await session.post('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: `function () { return (${countEmitters})(this) }`,
      returnByValue: true,
    });
    return counted.value;
  } finally {
    session.disconnect();
  }
}

if (isMainThread && process.env.SOAK_PORT) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const server = createServer(async (_request, response) => {
    const { listeners, rooms, byClass } = await countAll(collect);
    collect();
    const handles = {};
    for (const type of process.getActiveResourcesInfo()) handles[type] = (handles[type] ?? 0) + 1;
    const { rss, heapUsed, external } = process.memoryUsage();
    response.setHeader('connection', 'close');
    response.end(JSON.stringify({ rss, heapUsed, external, handles, listeners, rooms, byClass }));
  });
  server.listen(Number(process.env.SOAK_PORT), '127.0.0.1').unref();
}
