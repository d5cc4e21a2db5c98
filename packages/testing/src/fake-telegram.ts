import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const TOKEN = '8000000001:AAfakefakefakefakefakefakefakefake';
const BOT = { id: 8_000_000_001, is_bot: true, first_name: 'Semaforo', username: 'semaforo_prova_bot' };
const MAX_MESSAGE_LENGTH = 4096;

export type Method = 'getMe' | 'getUpdates' | 'sendMessage';

/**
 * How a call fails: with an error as Telegram words it, or without a valid answer. `taken-then-hang` has its effect but
 * never answers.
 */
export type Fault =
  | { error_code: number; description: string; parameters?: object }
  | 'hang'
  | 'taken-then-hang'
  | 'reset'
  | 'garbage'
  | 'nonsense';

export type SentMessage = { chatId: string; text: string; at: number; payload: Record<string, unknown> };
type FakeChat = { id: number; type?: string; title?: string; first_name?: string };
type Answer = (body: object) => void;
type Poller = { answer: Answer; timer: NodeJS.Timeout };

export const TOO_MANY = (retry_after: number): Fault => ({
  error_code: 429,
  description: `Too Many Requests: retry after ${retry_after}`,
  parameters: { retry_after },
});
export const UNAUTHORIZED: Fault = { error_code: 401, description: 'Unauthorized' };
export const CONFLICT: Fault = {
  error_code: 409,
  description:
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
};
export const SERVER_ERROR: Fault = { error_code: 502, description: 'Bad Gateway' };
export const BLOCKED: Fault = { error_code: 403, description: 'Forbidden: bot was blocked by the user' };

export type FakeTelegram = Awaited<ReturnType<typeof startFakeTelegram>>;

/**
 * A server on loopback that speaks the protocol of the Bot API for one bot. Polls are long, one at a time, and
 * confirmed by their offset.
 */
export async function startFakeTelegram() {
  const sent: SentMessage[] = [];
  const calls: { method: string; payload: Record<string, unknown>; at: number }[] = [];
  const faults = new Map<string, { fault: Fault; times: number }>();
  const lostChats = new Map<string, Fault>();
  const sockets = new Set<Socket>();
  let token = TOKEN;
  let updates: { update_id: number }[] = [];
  let nextUpdateId = 700;
  let poller: Poller | undefined;

  const answerPoll = () => {
    if (!poller || updates.length === 0) return;
    const { answer, timer } = poller;
    poller = undefined;
    clearTimeout(timer);
    answer({ ok: true, result: updates.slice(0, 100) });
  };
  const getUpdates = (payload: Record<string, unknown>, answer: Answer) => {
    const { offset, timeout = 0 } = payload as { offset?: number; timeout?: number };
    if (offset !== undefined) updates = updates.filter(({ update_id }) => update_id >= offset);
    if (poller) {
      clearTimeout(poller.timer);
      poller.answer({ ok: false, ...(CONFLICT as object) });
    }
    const timer = setTimeout(() => {
      poller = undefined;
      answer({ ok: true, result: [] });
    }, timeout * 1000);
    poller = { answer, timer };
    answerPoll();
  };
  const sendMessage = (payload: Record<string, unknown>): object => {
    const { chat_id, text } = payload as { chat_id: number | string; text: unknown };
    const lost = lostChats.get(String(chat_id));
    if (lost) return { ok: false, ...(lost as object) };
    if (typeof text !== 'string' || text.trim() === '') return badRequest('message text is empty');
    if (text.length > MAX_MESSAGE_LENGTH) return badRequest('message is too long');
    sent.push({ chatId: String(chat_id), text, at: performance.now(), payload });
    return { ok: true, result: { message_id: sent.length, date: 0, chat: { id: chat_id }, text } };
  };
  const act = (method: string, payload: Record<string, unknown>, answer: Answer) => {
    if (method === 'getMe') answer({ ok: true, result: BOT });
    else if (method === 'getUpdates') getUpdates(payload, answer);
    else if (method === 'sendMessage') answer(sendMessage(payload));
    else answer({ ok: false, error_code: 404, description: 'Not Found: method not found' });
  };
  const takeFault = (method: string): Fault | undefined => {
    const planned = faults.get(method);
    if (!planned) return undefined;
    planned.times -= 1;
    if (planned.times <= 0) faults.delete(method);
    return planned.fault;
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
    response.on('close', () => {
      if (poller?.answer !== answer) return;
      clearTimeout(poller.timer);
      poller = undefined;
    });
    if (givenToken !== token) return answer({ ok: false, ...(UNAUTHORIZED as object) });
    const fault = takeFault(method);
    if (fault === undefined) return act(method, payload, answer);
    failBy(fault, { request, response, answer, act: () => act(method, payload, () => undefined) });
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  const goDown = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if (poller) clearTimeout(poller.timer);
      poller = undefined;
      for (const socket of sockets) socket.destroy();
    });
  const receiveUpdate = (update: object, updateId?: number) => {
    nextUpdateId += 1;
    const id = updateId ?? nextUpdateId;
    updates.push({ ...update, update_id: id });
    answerPoll();
    return id;
  };

  return {
    /** What the server under test is given. */
    settings: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: `http://127.0.0.1:${port}` },
    /** Every message taken, oldest first; `at` by performance.now(). */
    sent,
    calls,
    textsTo: (chatId: number | string) =>
      sent.filter((message) => message.chatId === String(chatId)).map(({ text }) => text),
    /** Somebody writes in a chat; the same update id again is the same update given twice. */
    write: (text: string, chat: FakeChat, updateId?: number) =>
      receiveUpdate(
        {
          message: {
            message_id: nextUpdateId,
            date: Math.floor(Date.now() / 1000),
            from: { id: 1, is_bot: false, first_name: 'Anna' },
            chat: { type: 'private', first_name: 'Anna', ...chat },
            text,
          },
        },
        updateId,
      ),
    receiveUpdate,
    unconfirmed: () => updates.length,
    isPolled: () => poller !== undefined,
    /** The next calls of a method fail so, that many times or until healed. */
    fail: (method: Method, fault: Fault, times = Number.POSITIVE_INFINITY) => {
      faults.set(method, { fault, times });
    },
    heal: (method: Method) => {
      faults.delete(method);
    },
    /** A chat to which sending fails. */
    loseChat: (chatId: number | string, fault: Fault) => lostChats.set(String(chatId), fault),
    changeToken: (next: string) => {
      token = next;
    },
    restoreToken: () => {
      token = TOKEN;
    },
    /** Another program polls with the same token: the poll under way is cut off. */
    pollFromElsewhere: () => getUpdates({ timeout: 0 }, () => undefined),
    /** The network is gone: no server listens any more. */
    goDown,
    comeBack: () => listen(port),
    stop: goDown,
  };
}

function badRequest(reason: string) {
  return { ok: false, error_code: 400, description: `Bad Request: ${reason}` };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
}

function failBy(
  fault: Fault,
  call: { request: IncomingMessage; response: ServerResponse; answer: Answer; act: () => void },
): void {
  if (fault === 'hang') return;
  if (fault === 'taken-then-hang') call.act();
  else if (fault === 'reset') call.request.socket.destroy();
  else if (fault === 'garbage') call.response.end('<html>502 Bad Gateway</html>');
  else if (fault === 'nonsense') call.answer({ ok: true, result: null });
  else call.answer({ ok: false, ...fault });
}
