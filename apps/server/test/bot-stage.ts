import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { type RunningApp, startApp } from './running-app.ts';

export const CHAT = { id: 42 };

export type BotStage = Awaited<ReturnType<typeof createBotStage>>;

/**
 * Servers whose bot talks to a fake Telegram, without a broker unless told otherwise. They share a data folder, so that
 * one can follow another.
 */
export async function createBotStage() {
  const fake = await startFakeTelegram();
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bot-'));
  const apps = new Set<RunningApp>();

  const codeOf = async (client: Client) => (await client('createLinkCode')).code;

  /** Writes in a chat; resolves to the bot's next reply there. */
  const ask = async (text: string, chat: { id: number } = CHAT): Promise<string> => {
    const before = fake.textsTo(chat.id).length;
    fake.write(text, chat);
    return until(`there is a reply to ${text}`, () => fake.textsTo(chat.id)[before]);
  };
  const isRunning = async (client: Client) => (await client('getBotStatus')).running;

  return {
    fake,
    dataDir,
    start: async (options: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> => {
      const settings = { ...fake.settings, ...options.settings };
      // Long as a test may take, that no broker is there is no reply.
      const alarmTiming = { checkEveryMs: 5000, outageAfterMs: Number.POSITIVE_INFINITY };
      const app = await startApp({ dataDir, withoutBroker: true, alarmTiming, ...options, settings });
      apps.add(app);
      return app;
    },
    stop: async (app: RunningApp) => {
      apps.delete(app);
      await app.stop();
    },
    isRunning,
    untilRunning: (client: Client, expected = true) =>
      until(
        `the bot is ${expected ? '' : 'not '}running`,
        async () => (await isRunning(client)) === expected,
      ),
    codeOf,
    chatsOf: async (client: Client) => (await client('listLinkedChats')).chats,
    ask,
    /** Links a chat to the user of the client; resolves to the bot's reply. */
    link: async (client: Client, chat: { id: number } = CHAT) =>
      ask(`/collega ${await codeOf(client)}`, chat),
    close: async () => {
      for (const app of apps) await app.stop();
      await fake.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
