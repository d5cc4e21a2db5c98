// The reference of snapshot.bench.ts: a server that sends the bytes of a file, which it keeps, to whoever asks.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '', bytesFile = ''] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(bytes);
});
server.listen(Number(port), '127.0.0.1', () => console.log('pronto'));
