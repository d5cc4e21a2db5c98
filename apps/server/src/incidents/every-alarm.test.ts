import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { type AlarmKind, DEVICE_ALARMS } from '@semaforo/contract/domain/alarm-rules';
import { REASSERT_SETTING } from '@semaforo/contract/domain/device/reassertion';
import { CURRENT_WITHIN_MS } from '@semaforo/contract/domain/lamp-fault';
import { type AedesBroker, startAedesBroker } from '@semaforo/testing/aedes-broker';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { capMessage } from '../../test/cap-message.ts';
import { startApp, untilStatus } from '../../test/running-app.ts';
import { createTestDatabasePlace } from '../../test/test-database.ts';
import { openDatabase } from '../database/engine.ts';
import { createBackupsRepository } from '../operations/backups.repository.ts';

/** Sunday 22 November 2026, 15:00 in Rome: of then is the bulletin. */
const NOW = Date.UTC(2026, 10, 22, 14);
const MINUTE_MS = 60_000;
const OUTPUTS = ['out1', 'out2', 'out3', 'out4'];

type Device = {
  id: number;
  key: string;
  report: (channel: string, payload: string) => Promise<void>;
  command: (color: 'rosso' | 'giallo') => Promise<unknown>;
};
/** After which waits the console lights again what a board does not hold, and a little more. */
const LIT_AGAIN_AFTER_MS = [3000, 31_000, 301_000];

const LOOKED_AT_WITHIN_MS = 1500;

/** `obeys`: the devices that do as they are told; `aCheck`: resolves when the alarms have looked once more. */
type Stage = {
  admin: Client;
  client: Client;
  /** Of the Comune whose warnings the console lights again. */
  holding: Client;
  obeys: Set<string>;
  aCheck: () => Promise<void>;
  later: (ms: number) => void;
};
type Cause = {
  begin: (device: Device, stage: Stage) => Promise<unknown>;
  end: (device: Device, stage: Stage) => Promise<unknown> | undefined;
};

/** What follows from a lamp test, or from water: beside these. */
const ELSEWHERE: readonly AlarmKind[] = ['lampada debole', 'acqua alta', 'sensore muto', 'misura sospetta'];

/** What goes wrong with a device, each with another one, and how it ends. */
const CAUSES: Partial<Record<AlarmKind, Cause>> = {
  'più lampade': {
    begin: async ({ report }) => {
      for (const channel of OUTPUTS.slice(0, 2)) await report(channel, '1');
    },
    end: ({ report }) => report('out2', '0'),
  },
  muto: {
    begin: ({ command }) => command('giallo'),
    end: ({ key, command }, { obeys }) => {
      obeys.add(key);
      return command('giallo');
    },
  },
  // After a command that it did not take it says that it still shows another color.
  diverso: {
    begin: async ({ key, report, command }, { client }) => {
      await report('out1', '1');
      await command('rosso');
      await report('out1', '1');
      await untilStatus(client, key, 'out of sync', ({ out_of_sync, error }) => out_of_sync && !error);
    },
    end: ({ key, command }, { obeys }) => {
      obeys.add(key);
      return command('rosso');
    },
  },
  // It is lit again three times, and shows verde after each.
  'non tiene': {
    begin: async ({ key, report, command }, { holding, obeys, later }) => {
      const showsVerde = async () => {
        await report('out2', '0');
        await report('out1', '1');
        await untilStatus(holding, key, 'out of sync', (record) => record.out_of_sync);
      };
      obeys.add(key);
      await command('giallo');
      await showsVerde();
      for (const [index, ms] of LIT_AGAIN_AFTER_MS.entries()) {
        let passedAt = 0;
        await untilStatus(holding, key, 'lit again', ({ status, pending, desired }) => {
          // Its wait begins when that is looked at, twice a second.
          if (status === 'verde' && pending === null && performance.now() - passedAt > LOOKED_AT_WITHIN_MS) {
            passedAt = performance.now();
            later(ms);
          }
          return status === 'giallo' && pending === null && desired?.reasserted === index + 1;
        });
        await showsVerde();
      }
    },
    end: ({ command }) => command('giallo'),
  },
  'lampada spenta': {
    begin: async ({ report }, { later }) => {
      await report('out1', '1');
      await report('out1/power', '0');
      later(CURRENT_WITHIN_MS);
    },
    end: ({ report }) => report('out1/power', '12'),
  },
  'accesa senza comando': {
    begin: async ({ report }, { later }) => {
      await report('out2', '0');
      await report('out2/light', '1');
      later(CURRENT_WITHIN_MS);
    },
    end: ({ report }) => report('out2/light', '0'),
  },
  'non in linea': {
    begin: ({ report }) => report('status', 'offline'),
    end: ({ report }) => report('status', 'online'),
  },
  'alimentazione bassa': {
    begin: ({ report }) => report('metrics', '{"vcc":2.5}'),
    end: ({ report }) => report('metrics', '{"vcc":3.3}'),
  },
  caldo: {
    begin: ({ report }) => report('metrics', '{"temp":80}'),
    end: ({ report }) => report('metrics', '{"temp":20}'),
  },
  riavvii: {
    begin: async ({ id, report }, { admin, aCheck }) => {
      for (const uptime of [400, 300, 200, 100]) {
        await report('metrics', `{"uptime":${uptime}}`);
        await until(`it is known that it runs for ${uptime} s`, async () =>
          (await admin('listManagedDevices')).devices.some((one) => one.id === id && one.uptime === uptime),
        );
        await aCheck();
      }
    },
    end: (_device, { later }) => void later(61 * MINUTE_MS),
  },
};

/** What goes wrong with a part of the system and mends again, with what is around it real. */
async function startSurroundings() {
  const telegram = await startFakeTelegram();
  await telegram.goDown();
  let hasBulletin = false;
  const source = createServer((_request, response) => {
    response.writeHead(hasBulletin ? 200 : 500).end(capMessage({ id: 'avviso-1', zone: 'Vald-A' }));
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  return {
    settings: {
      ...telegram.settings,
      BULLETIN_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}/avviso.xml`,
    },
    mend: async () => {
      hasBulletin = true;
      await telegram.comeBack();
    },
    stop: async () => {
      await telegram.stop();
      source.closeAllConnections();
      source.close();
    },
  };
}

/** The boards, as one client of the broker. */
async function startBoards(broker: AedesBroker, obeys: ReadonlySet<string>) {
  const boards = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 20 });
  await boards.subscribeAsync('/3/valdombra/+/+/set');
  boards.on('message', (topic, payload) => {
    const [key = ''] = topic.split(/\/out\d/);
    if (obeys.has(key)) boards.publish(topic.replace(/\/set$/, ''), payload);
  });
  return boards;
}

test('whatever goes wrong opens one alarm, which is resolved when the cause ends', async () => {
  const place = await createTestDatabasePlace('sqlite');
  const broker = await startAedesBroker();
  const around = await startSurroundings();
  const obeys = new Set<string>();
  const boards = await startBoards(broker, obeys);
  let laterMs = 0;
  const startedAt = performance.now();
  const now = () => NOW + Math.round(performance.now() - startedAt) + laterMs;
  const app = await startApp({
    ...{ withoutBroker: true, dataDir: place.dataDir, clock: { now } },
    monotonicClock: { elapsedMs: () => performance.now() + laterMs },
    alarmTiming: { checkEveryMs: 30 },
    backupTiming: { checkEveryMs: 20, retryAfterMs: 1e9 },
    bulletinTiming: { everyMs: 50, retry: { minMs: 20, maxMs: 50 }, withinMs: 5000 },
    settings: {
      ...outsideBrokerSettings(broker.port),
      ...around.settings,
      ...{ ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0' },
      // Time for a board that obeys on a slow machine: one that shows two lamps when it is over has that alarm, too.
      COMMAND_CONFIRM_MS: '2000',
      ...{ DEVICE_SILENCE_MINUTES: '240', DISK_LOW_PERCENT: '1' },
      // A folder inside a file cannot be made.
      ...{ BACKUP_DIR: join(place.dataDir, 'server-id', 'copie'), BACKUP_PASSPHRASE: 'la passphrase' },
    },
  });
  const database = openDatabase(place);
  try {
    const admin = await app.logIn(ADMIN);
    await admin('importZones', { body: ZONES_CSV });
    const { id: userId, client } = await app.createOperator('valdombra');
    const { id: holdingId, client: holding } = await app.createOperator('rivachiara');
    // Of this one, what shows something else is an alarm, and is not lit again.
    await admin('saveUserSetting', { params: { id: String(userId) }, body: { [REASSERT_SETTING]: 'false' } });
    const lookedUntil = async () =>
      (
        await database.db
          .selectFrom('bot_lease')
          .select('leased_until')
          .where('name', '=', 'alarms')
          .execute()
      )[0]?.leased_until ?? 0;
    const aCheck = async () => {
      for (let checks = 0; checks < 2; checks += 1) {
        const former = await lookedUntil();
        await until('the alarms have looked', async () => (await lookedUntil()) > former);
      }
    };
    const later = (ms: number) => {
      laterMs += ms;
    };
    const stage: Stage = { admin, client, holding, obeys, aCheck, later };
    const createDevice = async (name: string, isHeld: boolean): Promise<Device> => {
      const key = `/3/valdombra/${name}`;
      const id = await app.createDevice({ topic: key, name, userId: isHeld ? holdingId : userId });
      const owner = isHeld ? holding : client;
      return {
        ...{ id, key },
        report: async (channel, payload) =>
          void (await boards.publishAsync(`${key}/${channel}`, payload, { qos: 1 })),
        command: (command) => owner('sendCommand', { body: { command, deviceIds: [id] } }),
      };
    };
    const untilKinds = (state: 'aperto' | 'risolto', kinds: readonly string[]) =>
      until(`${kinds.join(', ')}: ${state}`, async () => {
        const found = (await admin('listAlarms', { query: {} })).filter((alarm) => alarm.state === state);
        return kinds.every((kind) => found.some((alarm) => alarm.kind === kind));
      });
    const devices = new Map<string, Device>();
    for (const [index, [kind, cause]] of Object.entries(CAUSES).entries()) {
      const device = await createDevice(`s${index}`, kind === 'non tiene');
      devices.set(kind, device);
      await cause.begin(device, stage);
    }
    const first = [...Object.keys(CAUSES), 'bot', 'bollettino', 'copia'];
    await untilKinds('aperto', first);

    for (const [kind, { end }] of Object.entries(CAUSES)) {
      const device = devices.get(kind);
      if (device) await end(device, stage);
    }
    await around.mend();
    const copy = { kind: 'scheduled' as const, at: now(), file: 'copia', bytes: 1 };
    await createBackupsRepository(database.db).saveGood(copy);
    await untilKinds('risolto', first);

    await broker.cut();
    await untilKinds('aperto', ['broker']);
    await broker.comeBack();
    await untilKinds('risolto', ['broker']);

    await until('the boards are back', () => boards.connected);
    for (const { report } of devices.values()) await report('metrics', '{"temp":20}');
    await aCheck();
    laterMs += 241 * MINUTE_MS;
    await untilKinds('aperto', ['silenzioso']);
    for (const { report } of devices.values()) await report('out4', '0');
    await untilKinds('risolto', ['silenzioso']);

    const alarms = await admin('listAlarms', { query: {} });
    // What is lit again and leaves once more is different meanwhile, and silent like the others.
    const kinds = alarms
      .filter(({ owner, kind }) => owner !== 'rivachiara' || kind === 'non tiene')
      .map(({ kind }) => kind);
    const here = DEVICE_ALARMS.filter((kind) => !ELSEWHERE.includes(kind));
    expect(kinds.toSorted()).toEqual([...here, 'bollettino', 'bot', 'broker', 'copia'].toSorted());
  } finally {
    await boards.endAsync(true);
    await database.close();
    await app.stop();
    await around.stop();
    await broker.cut();
    await place.remove();
  }
});
