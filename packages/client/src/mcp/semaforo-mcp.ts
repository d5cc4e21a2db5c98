#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { createClient } from '../client.ts';
import { answerRpc } from './answer-rpc.ts';

// A server of the Model Context Protocol on standard input and output. It acts with a key that may read and propose; a
// person's session, and a key that commands, are refused.
const { SEMAFORO_URL: origin, SEMAFORO_KEY: token } = process.env;

if (origin === undefined || token === undefined) {
  process.stderr.write('Set SEMAFORO_URL and SEMAFORO_KEY (a key with the scopes read and propose).\n');
  process.exit(2);
}
const client = createClient({ origin, token });
const { key } = await client('getMe');
if (key === undefined || key.scopes.includes('command')) {
  process.stderr.write('SEMAFORO_KEY must be a key of a program without the scope «comandare».\n');
  process.exit(2);
}
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const answer = await answerRpc(line, client);
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
}
