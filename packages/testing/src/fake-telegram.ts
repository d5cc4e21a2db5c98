import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type Answer,
  createFaultPlan,
  type ErrorAnswer,
  failBy,
  UNAUTHORIZED,
} from './fake-telegram-faults.ts';
import { createUpdateQueue } from './fake-telegram-updates.ts';

const TOKEN = '8000000001:AAfakefakefakefakefakefakefakefake';
const BOT = { id: 8_000_000_001, is_bot: true, first_name: 'Semaforo', username: 'semaforo_prova_bot' };
const MAX_MESSAGE_LENGTH = 4096;

type Payload = Record<string, unknown>;
export type SentMessage = { chatId: string; text: string; at: number; payload: Payload };
type PollPayload = { offset?: number; timeout?: number };
type FakeChat = { id: number; type?: string; title?: string; first_name?: string };

export type FakeTelegram = Awaited<ReturnType<typeof startFakeTelegram>>;

/**
 * A server on loopback that speaks the protocol of the Bot API for one bot. Polls are long, one at a time, and
 * confirmed by their offset.
 */
export async function startFakeTelegram() {
  const calls: { method: string; payload: Payload; at: number }[] = [];
  const faults = createFaultPlan();
  const updates = createUpdateQueue();
  const chats = createFakeChats();
  let token = TOKEN;

  const act = (method: string, payload: Payload, answer: Answer) => {
    if (method === 'getMe') answer({ ok: true, result: BOT });
    else if (method === 'getUpdates') updates.poll(payload as PollPayload, answer);
    else if (method === 'sendMessage') answer(chats.send(payload));
    else answer({ ok: false, error_code: 404, description: 'Not Found: method not found' });
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [, givenToken, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const payload = await bodyOf(request);
    calls.push({ method, payload, at: performance.now() });
    const answer: Answer = (body) => {
      const status = 'error_code' in body ? Number(body.error_code) : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    // A caller that closed its connection no longer polls.
    response.on('close', () => updates.isPolledBy(answer) && updates.dropPoll());
    if (givenToken !== token) return answer({ ok: false, ...UNAUTHORIZED });
    const fault = faults.take(method);
    if (fault === undefined) return act(method, payload, answer);
    failBy(fault, { request, response, answer, act: () => act(method, payload, () => undefined) });
  };
  const network = await startLoopbackServer((request, response) => {
    // A request that cannot be read breaks off, as in a network that fails.
    serve(request, response).catch(() => request.socket.destroy());
  });
  const goDown = () => {
    updates.dropPoll();
    return network.goDown();
  };

  return {
    /** What the server under test is given. */
    settings: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: `http://127.0.0.1:${network.port}` },
    ...chats,
    calls,
    /** Somebody writes in a chat; the same update id again is the same update given twice. */
    write: (text: string, chat: FakeChat, updateId?: number) =>
      updates.receive({ message: messageOf(text, chat) }, updateId),
    receiveUpdate: updates.receive,
    unconfirmed: updates.unconfirmed,
    isPolled: updates.isPolled,
    fail: faults.fail,
    heal: faults.heal,
    changeToken: (next: string) => {
      token = next;
    },
    restoreToken: () => {
      token = TOKEN;
    },
    /** Another program polls with the same token: the poll under way is cut off. */
    pollFromElsewhere: () => updates.poll({ timeout: 0 }, () => undefined),
    goDown,
    comeBack: network.comeBack,
    stop: goDown,
  };
}

/** The chats to which the bot sends, and what each got. */
function createFakeChats() {
  const sent: SentMessage[] = [];
  const lost = new Map<string, ErrorAnswer>();
  return {
    /** Every message taken, oldest first; `at` by performance.now(). */
    sent,
    textsTo: (chatId: number | string) =>
      sent.filter((message) => message.chatId === String(chatId)).map(({ text }) => text),
    /** A chat to which sending fails. */
    loseChat: (chatId: number | string, error: ErrorAnswer) => lost.set(String(chatId), error),
    /** A call of sendMessage; returns the answer. */
    send: (payload: Payload): object => {
      const { chat_id: id, text } = payload;
      const error = lost.get(String(id));
      if (error) return { ok: false, ...error };
      if (typeof text !== 'string' || text.trim() === '') return badRequest('message text is empty');
      if (text.length > MAX_MESSAGE_LENGTH) return badRequest('message is too long');
      sent.push({ chatId: String(id), text, at: performance.now(), payload });
      return { ok: true, result: { message_id: sent.length, date: 0, chat: { id }, text } };
    },
  };
}

function messageOf(text: string, chat: FakeChat): object {
  return {
    message_id: 1,
    date: Math.floor(Date.now() / 1000),
    from: { id: 1, is_bot: false, first_name: 'Anna' },
    chat: { type: 'private', first_name: 'Anna', ...chat },
    text,
  };
}

function badRequest(reason: string) {
  return { ok: false, error_code: 400, description: `Bad Request: ${reason}` };
}

async function bodyOf(request: IncomingMessage): Promise<Payload> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  return body === '' ? {} : (JSON.parse(body) as Payload);
}

/** An HTTP server on loopback whose network can be cut and come back, on the same port. */
async function startLoopbackServer(listener: RequestListener) {
  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  return {
    port,
    /** The network is gone: no server listens any more, and every connection breaks. */
    goDown: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    comeBack: () => listen(port),
  };
}
