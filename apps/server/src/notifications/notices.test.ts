import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkChat } from '../../test/linked-chat.ts';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

/** A server under load may take a while to join its broker: that is no outage, except in the test of outages. */
const NOTICE_TIMING = { errorWindowMs: 300, settledAfterMs: 300 };
/** For the tests in which no device confirms. */
const BRIEF_WINDOW = { COMMAND_CONFIRM_MS: '300' };
const ADMIN_CHAT = 1;
const ANNA_CHAT = 2;
const BRUNO_CHAT = 3;

let fake: FakeTelegram;
let dataDir: string;
let app: RunningApp;
let admin: Client;

beforeEach(async () => {
  fake = await startFakeTelegram();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-notices-'));
});
afterEach(async () => {
  await app.stop();
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<void> {
  app = await startApp({
    dataDir,
    noticeTiming: NOTICE_TIMING,
    ...options,
    settings: { ...fake.settings, ...options.settings },
  });
  admin = await app.logIn(ADMIN);
}

const signal = (key: string, shows = 'verde', kind = 'obedient') =>
  ({ key, type: 'semaforo', behaviour: { kind }, shows }) as Parameters<RunningApp['startFleet']>[0][number];

describe('operators', () => {
  let anna: { id: number; client: Client };
  let bruno: { id: number; client: Client };
  let toAdmin: () => readonly string[];
  let toAnna: () => readonly string[];
  let toBruno: () => readonly string[];

  const setUp = async () => {
    anna = await app.createOperator('anna');
    bruno = await app.createOperator('bruno');
    [toAdmin, toAnna, toBruno] = await Promise.all([
      linkChat(fake, admin, ADMIN_CHAT),
      linkChat(fake, anna.client, ANNA_CHAT),
      linkChat(fake, bruno.client, BRUNO_CHAT),
    ]);
  };

  /** The texts that the chat got before the reply to a question asked now: what waited for it was sent before. */
  const textsBeforeReply = async (chatId: number, texts: () => readonly string[]) => {
    fake.write('/aiuto', { id: chatId });
    const isAnswer = (text: string) => text.startsWith('Questa chat riceve gli avvisi');
    return until('the reply has come', () => {
      const end = texts().findIndex(isAnswer);
      return end >= 0 && texts().slice(0, end);
    });
  };

  test('a thousand errors are a few messages, and each chat reads of its own devices only', async () => {
    // A busy machine hears them within one window.
    await start({ noticeTiming: { ...NOTICE_TIMING, errorWindowMs: 3000 } });
    await setUp();
    const keys = Array.from({ length: 1000 }, (_, index) => `/3/storm/s${index}`);
    for (let first = 0; first < keys.length; first += 50) {
      const some = keys.slice(first, first + 50);
      await Promise.all(some.map((topic) => app.createDevice({ topic, userId: anna.id })));
    }
    await app.createDevice({ topic: '/3/bruno/s1', name: 'Ponte', userId: bruno.id });
    const client = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    for (const key of [...keys, '/3/bruno/s1']) client.publish(`${key}/status`, 'offline');

    await until('all are notified', () => countIn(toAdmin(), 'in errore') >= 1001);
    await until('the owner is notified', () => countIn(toAnna(), 'in errore') >= 1000);
    await until('the other owner is notified', () => toBruno().length > 0);
    expect(countIn(toAdmin(), 'in errore')).toBe(1001);
    expect(countIn(toAnna(), 'in errore')).toBe(1000);
    expect(toAdmin().length).toBeLessThanOrEqual(6);
    expect(toAnna().length).toBeLessThanOrEqual(6);
    expect(toBruno()).toEqual(['⚠️ 1 dispositivo in errore: Ponte (Dispositivo non in linea)']);
    expect(toAnna().join()).not.toContain('Ponte');

    client.publish('/3/bruno/s1/out1', '1');
    await until('the recovery is notified', () => toBruno().length === 2);
    expect(toBruno()[1]).toBe('✅ 1 dispositivo non più in errore: Ponte');
    await client.endAsync(true);
  });

  test('a command that devices did not confirm is notified once, counting each reader’s own devices', async () => {
    await start();
    await setUp();
    for (const [name, userId] of [
      ['a1', anna.id],
      ['a2', anna.id],
      ['b1', bruno.id],
    ] as const) {
      await app.createDevice({ topic: `/3/x/${name}`, name, userId });
    }
    await app.startFleet([signal('/3/x/a1'), signal('/3/x/a2', 'verde', 'mute'), signal('/3/x/b1')]);
    await admin('sendCommand', { body: { command: 'arancio' } });
    const commandsTo = (texts: () => readonly string[]) => texts().filter((text) => text.startsWith('❗'));
    await until(
      'the admin and the owner are notified',
      () => commandsTo(toAdmin).length + commandsTo(toAnna).length >= 2,
    );
    expect(commandsTo(toAdmin)).toEqual([
      expect.stringMatching(/^❗ Comando arancio delle .*: 1 dispositivo su 3 non ha confermato: a2$/),
    ]);
    expect(commandsTo(toAnna)).toEqual([
      expect.stringMatching(/^❗ Comando arancio delle .*: 1 dispositivo su 2 non ha confermato: a2$/),
    ]);
    expect(await textsBeforeReply(BRUNO_CHAT, toBruno)).toEqual([]);
  });

  test('a command to all is notified also with one signal; the switch of a lantern is not', async () => {
    await start({ settings: BRIEF_WINDOW });
    await setUp();
    await app.createDevice({ topic: '/3/x/a1', name: 'a1', userId: anna.id });
    const lantern = { topic: '/3/x/l1', name: 'l1', userId: bruno.id, type: 'lanterna' } as const;
    const lanternId = await app.createDevice(lantern);
    await app.startFleet([signal('/3/x/a1', 'verde', 'mute')]);
    await bruno.client.attempt('toggleLantern', { params: { id: lanternId } });
    await anna.client('sendCommand', { body: { command: 'rosso' } });
    const isCommand = (text: string) => text.startsWith('❗');
    await until('the owner is notified', () => toAnna().some(isCommand));
    expect(toAnna().filter(isCommand)).toEqual([
      expect.stringMatching(/^❗ Comando rosso delle .*: 1 dispositivo su 1 non ha confermato: a1$/),
    ]);
    expect((await textsBeforeReply(BRUNO_CHAT, toBruno)).filter(isCommand)).toEqual([]);
  });

  test('a command that a restart interrupted is notified when it has ended', async () => {
    await start();
    await setUp();
    for (const name of ['a1', 'a2']) {
      await app.createDevice({ topic: `/3/x/${name}`, name, userId: anna.id });
    }
    const behaviours = [signal('/3/x/a1'), signal('/3/x/a2', 'verde', 'mute')];
    await app.startFleet(behaviours);
    const answer = anna.client('sendCommand', { body: { command: 'rosso' } });
    await untilStatus(admin, '/3/x/a1', 'shows rosso', ({ status }) => status === 'rosso');
    await Promise.all([answer.catch(() => undefined), app.stop()]);
    await start({ settings: BRIEF_WINDOW });
    await app.startFleet(behaviours);
    const isCommand = (text: string) => text.startsWith('❗');
    await until('the owner is notified', () => toAnna().some(isCommand));
    expect(toAnna().filter(isCommand)).toEqual([
      expect.stringMatching(/^❗ Comando rosso delle .*: 1 dispositivo su 2 non ha confermato: a2$/),
    ]);
  });

  test('a schedule missed while the server was down is notified once, to its author and to admins', async () => {
    await start();
    await setUp();
    const datetime = new Date(Date.now() + 60_000).toISOString();
    await anna.client('createSchedule', { body: { color: 'rosso', datetime } });
    await app.stop();
    await start({ clock: { now: () => Date.now() + 3_600_000 } });
    await until('both are notified', () => toAdmin().length + toAnna().length >= 2);
    for (const texts of [toAdmin(), toAnna()]) {
      expect(texts).toEqual([
        expect.stringMatching(
          /^⏰ Pianificazione mancata: rosso per i semafori alle .*, di anna\. Motivo: All’ora prevista il server/,
        ),
      ]);
    }
    expect(await textsBeforeReply(BRUNO_CHAT, toBruno)).toEqual([]);
    await app.stop();
    await start({ clock: { now: () => Date.now() + 3_600_000 } });
    expect(await textsBeforeReply(ANNA_CHAT, toAnna)).toHaveLength(1);
  });

  test('/stato lists only the user’s own signals', async () => {
    await start();
    await setUp();
    await app.createDevice({ topic: '/3/x/a1', name: 'Piazza', userId: anna.id });
    await app.createDevice({ topic: '/3/x/b1', name: 'Ponte', userId: bruno.id });
    await app.startFleet([signal('/3/x/a1', 'rosso'), signal('/3/x/b1')]);
    await untilStatus(anna.client, '/3/x/a1', 'shows rosso', ({ status }) => status === 'rosso');
    fake.write('/stato', { id: ANNA_CHAT });
    await until('the reply has come', () => toAnna().length > 0);
    expect(toAnna()[0]).toMatch(/^1 semaforo alle .*\n\n🔴 ROSSO: 1 semaforo\n• Piazza, \d+ s fa$/);
  });

  describe.skipIf(!hasMosquitto)('with a Mosquitto that goes away', () => {
    test('are notified once that the broker is unreachable, and once that it is back', async () => {
      const mosquitto = createMosquitto(await freePort());
      await mosquitto.start();
      try {
        await start({
          noticeTiming: NOTICE_TIMING,
          alarmTiming: { checkEveryMs: 100, outageAfterMs: 1500 },
          settings: {
            ...outsideBrokerSettings(mosquitto.port, MOSQUITTO_LOGIN),
          },
        });
        await setUp();
        await mosquitto.kill();
        await until('the outage is notified', () => toBruno().length === 1);
        expect(toBruno()[0]).toMatch(/^🔌 Broker non raggiungibile dalle \d\d:\d\d del /);
        await mosquitto.start();
        await until('the end is notified', () => toBruno().length === 2);
        expect(toBruno()[1]).toMatch(/^✅ Broker di nuovo raggiungibile dalle .*, dopo 1 min\./);
        expect(toAdmin().concat(toAnna()).length).toBeLessThanOrEqual(4);
      } finally {
        await mosquitto.remove();
      }
    });
  });
});

/** How many devices the texts count in sentences with that word. */
function countIn(texts: readonly string[], word: string): number {
  const counts = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`([\\d.]+) dispositiv[io] ${word}`, 'g')),
  ]);
  return counts.reduce((sum, [, count = '']) => sum + Number(count.replaceAll('.', '')), 0);
}

describe('the public channel of a Comune', () => {
  const CHANNEL = '@comune_anna';
  const posts = () => fake.textsTo(CHANNEL);
  const KEYS = ['/3/c/s1', '/3/c/s2', '/3/c/s3'];
  let anna: { id: number; client: Client };

  const setUp = async (shows = 'verde', kinds: string[] = []) => {
    anna = await app.createOperator('anna');
    for (const [index, topic] of KEYS.entries()) {
      await app.createDevice({ topic, name: `S${index + 1}`, userId: anna.id });
    }
    await setChannel(CHANNEL);
    return app.startFleet(KEYS.map((key, index) => signal(key, shows, kinds[index])));
  };
  const setChannel = (channel: string) =>
    admin('saveUserSetting', { params: { id: anna.id }, body: { telegram_channel: channel } });
  const command = (color: DeviceStatus) => anna.client('sendCommand', { body: { command: color } });

  test('gets one post for each change of the confirmed level, and none for the level at the start', async () => {
    await start();
    await setUp();
    await command('arancio');
    await until('orange is posted', () => posts().length === 1);
    await command('rosso');
    await until('red is posted', () => posts().length === 2);
    await command('verde');
    await until('the end is posted', () => posts().length === 3);
    const time = String.raw`dalle \d\d:\d\d del \d\d/\d\d/\d{4}$`;
    expect(posts()).toEqual([
      expect.stringMatching(`^🟠 Comune di anna: allerta arancione ${time}`),
      expect.stringMatching(`^🔴 Comune di anna: allerta rossa ${time}`),
      expect.stringMatching(`^🟢 Comune di anna: nessuna allerta ${time}`),
    ]);
  });

  test('says where one signal shows an alert, and that dark signals show no level', async () => {
    await start();
    const fleet = await setUp('verde');
    await until('all have reported', async () => {
      const records = await anna.client('listDeviceStatuses');
      return records.every(({ status }) => status === 'verde');
    });
    fleet.device('/3/c/s2').show('giallo');
    await until('yellow is posted', () => posts().length === 1);
    expect(posts()[0]).toMatch(/^🟡 Comune di anna: allerta gialla dalle .* su 1 semaforo di 3: S2$/);
    await command('spento');
    await until('the dark signals are posted', () => posts().length === 2);
    expect(posts()[1]).toMatch(/^⚫ .* non indicano più un livello di allerta$/);
  });

  test('says nothing of an exercise that lights lamps, nor of what is only planned', async () => {
    await start();
    await setUp();
    const records = async () => anna.client('listDeviceStatuses');
    const idOf = async (topic: string) => (await records()).find((one) => one.topic === topic)?.id ?? 0;
    const exercised = [await idOf('/3/c/s1'), await idOf('/3/c/s2')];
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const alert = { to: inAnHour, reason: 'Prova annuale' };
    await anna.client('createAlert', {
      body: { ...alert, color: 'rosso', from: new Date().toISOString(), drill: true, deviceIds: exercised },
    });
    await anna.client('createAlert', {
      body: {
        ...alert,
        color: 'arancio',
        from: inAnHour,
        to: new Date(Date.now() + 7_200_000).toISOString(),
      },
    });
    await until('the exercise lights two', async () => {
      return (await records()).filter(({ status }) => status === 'rosso').length === 2;
    });
    await anna.client('sendCommand', { body: { command: 'giallo', deviceIds: [await idOf('/3/c/s3')] } });
    await until('yellow is posted', () => posts().length > 0);
    expect(posts()).toEqual([expect.stringMatching(/^🟡 Comune di anna: allerta gialla/)]);
  });

  test('says nothing of errors, and one mute signal does not prevent the post of the others', async () => {
    await start();
    await setUp('verde', ['obedient', 'obedient', 'mute']);
    await command('rosso');
    await until('red is posted', () => posts().length === 1);
    expect(posts()[0]).toMatch(/^🔴 Comune di anna: allerta rossa dalle [^S]*$/);
    expect(posts()[0]).not.toContain('errore');
  });

  test('gets no post a second time after a restart, and gets what changed meanwhile', async () => {
    await start();
    await setUp('arancio');
    await until('orange is posted', () => posts().length === 1);
    await app.stop();

    await start();
    anna = { id: anna.id, client: await app.logIn({ username: 'anna', password: OPERATOR_PASSWORD }) };
    const again = await app.startFleet(KEYS.map((key) => signal(key, 'arancio')));
    await untilStatus(anna.client, '/3/c/s3', 'has reported again', ({ stale }) => !stale);
    again.device('/3/c/s1').show('rosso');
    await until('the change is posted', () => posts().length === 2);
    expect(posts()[1]).toMatch(/allerta rossa .* su 1 semaforo di 3: S1$/);
  });

  test('gets no posts when the setting names another one', async () => {
    await start();
    await setUp('verde');
    await setChannel('@altro_canale');
    await command('rosso');
    await until('red is posted', () => fake.textsTo('@altro_canale').length === 1);
    expect(posts()).toEqual([]);
  });
});
