import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { type Caller, type RunningApp, startApp } from './running-app.ts';

export const CHAT = { id: 42 };

export type BotStage = Awaited<ReturnType<typeof createBotStage>>;

/** Servers whose bot talks to a fake Telegram. They share a data folder, so that one can follow another. */
export async function createBotStage() {
  const fake = await startFakeTelegram();
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bot-'));
  const apps = new Set<RunningApp>();

  const codeOf = async (call: Caller) =>
    ((await call('POST', '/api/telegram/link-code')).body as { code: string }).code;

  /** Writes in a chat; resolves to the bot's next reply there. */
  const ask = async (text: string, chat: { id: number } = CHAT): Promise<string> => {
    const before = fake.textsTo(chat.id).length;
    fake.write(text, chat);
    return until(`there is a reply to ${text}`, () => fake.textsTo(chat.id)[before]);
  };
  const isRunning = async (call: Caller) =>
    ((await call('GET', '/api/telegram/status')).body as { running: boolean }).running;

  return {
    fake,
    dataDir,
    start: async (options: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> => {
      const settings = { ...fake.settings, ...options.settings };
      const app = await startApp({ dataDir, ...options, settings });
      apps.add(app);
      return app;
    },
    stop: async (app: RunningApp) => {
      apps.delete(app);
      await app.stop();
    },
    isRunning,
    untilRunning: (call: Caller, expected = true) =>
      until(`the bot is ${expected ? '' : 'not '}running`, async () => (await isRunning(call)) === expected),
    codeOf,
    chatsOf: async (call: Caller) =>
      ((await call('GET', '/api/telegram/chats')).body as { chats: { id: number; title: string }[] }).chats,
    ask,
    /** Links a chat to the caller's user; resolves to the bot's reply. */
    link: async (call: Caller, chat: { id: number } = CHAT) => ask(`/collega ${await codeOf(call)}`, chat),
    close: async () => {
      for (const app of apps) await app.stop();
      await fake.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
