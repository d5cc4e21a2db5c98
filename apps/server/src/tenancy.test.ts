import type { Client } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, expect, test } from 'vitest';
import { ACT, NOW } from '../test/acts.ts';
import { createRandom, type Random } from '../test/random.ts';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';
import { createTestDatabasePlace } from '../test/test-database.ts';
import { createLinkCodesRepository } from './bot/telegram/link-codes.repository.ts';
import { createLinkedChatsRepository } from './bot/telegram/linked-chats.repository.ts';
import { createApprovalsRepository } from './commands/approvals.repository.ts';
import { createLampTestsRepository } from './commands/lamp-tests.repository.ts';
import { type OpenDatabase, openDatabase } from './database/engine.ts';
import { SHARE_LIMITS } from './http/fair-shares.ts';
import { createAlarmPlans } from './incidents/alarm-plans.repository.ts';
import { createBrowsersRepository } from './notifications/channels/push/browsers.repository.ts';
import { createPasskeysRepository } from './users/passkeys/passkeys.repository.ts';

const COMUNI = 10;
/** Who one is, persons, devices, groups, statuses, states, settings, history, schedules, chats, browsers, a command. */
const OWN_READS = 13;
const FOREIGN_IDS_EACH = 3;
const ABSENT_ID = 999_999_999;
const COLORS = ['verde', 'giallo', 'arancio', 'rosso'] as const;

type TestDevice = { id: number; key: string; type: 'semaforo' | 'lanterna' };
/** What the addresses of the API call the things that have ids. */
const WORDS = [
  ...(['sensors', 'people', 'api-keys', 'passkeys'] as const),
  ...(['users', 'groups', 'commands', 'schedule', 'plans', 'alerts', 'alarms', 'approvals'] as const),
  ...(['lamp-tests', 'devices', 'chats', 'push', 'sessions', 'walls', 'handovers'] as const),
  ...(['webhooks', 'maintenance'] as const),
] as const;
type Ids = Record<(typeof WORDS)[number], number[]>;

/** A user and what is theirs; `canary` stands in all of it and nowhere else. */
type Comune = {
  canary: string;
  client: Client;
  devices: TestDevice[];
  ids: Ids;
  /** All that its sockets were told, as text. */
  received: { batch: string[]; single: string[] };
};

let app: RunningApp;
let database: OpenDatabase;
let removePlace: () => Promise<void>;
const sockets: LiveSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await database.close();
  await app.stop();
  await removePlace();
});

test('of many Comuni none is ever told a byte of another, and what is foreign answers like what is absent', async () => {
  // A failure prints its seed: `TENANCY_SEED=… npx vitest run --project server tenancy` repeats it.
  const seed = Number(process.env.TENANCY_SEED ?? Date.now());
  const random = createRandom(seed);
  const place = await createTestDatabasePlace('sqlite');
  app = await startApp({
    settings: { COMMAND_CONFIRM_MS: '500' },
    dataDir: place.dataDir,
    // Each reads every list at once, on a machine that may be busy.
    shareLimits: { ...SHARE_LIMITS, waitMs: 120_000 },
  });
  database = openDatabase(place);
  removePlace = place.remove;
  const comuni: Comune[] = [];
  for (let index = 0; index < COMUNI; index += 1) comuni.push(await createComune(index, random));
  const commandToAll = await act(comuni, random);

  const wrong: string[] = [];
  for (const comune of comuni) {
    const others = comuni.filter((other) => other !== comune);
    const shared = [`/api/commands/${commandToAll}`];
    wrong.push(...(await wrongInReads(comune, others, [...LISTS, ...shared])));
    for (const route of OF_ONE_THING) {
      const ids = some(
        others.flatMap((other) => other.ids[wordOf(route)]),
        random,
      );
      wrong.push(...(await wrongWithForeignIds(comune, route, ids)));
    }
  }
  for (const comune of comuni) wrong.push(...wrongInReceiving(comune, comuni));
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
});

/** The tiles of the map are everybody's. */
const OF_ONE_THING = Object.entries<Route>(routes).flatMap(([name, route]) =>
  route.params && name !== 'getMapTile' ? route : [],
);

/** The paths that list something without being asked for one thing. */
const LISTS = Object.values<Route>(routes).flatMap(({ method, params, path }) =>
  method === 'GET' && !params ? path : [],
);

async function wrongInReads(comune: Comune, others: readonly Comune[], paths: string[]): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => textOf(comune, 'GET', path)));
  const own = texts.filter((text) => text.includes(comune.canary)).length;
  return [
    ...(own < OWN_READS ? [`${comune.canary} finds its own in ${own} answers only`] : []),
    ...texts.flatMap((text, index) => leaksIn(text, others, `${comune.canary} GET ${paths[index] ?? ''}`)),
  ];
}

async function wrongWithForeignIds(comune: Comune, route: Route, ids: readonly number[]): Promise<string[]> {
  const absent = await textOf(comune, route.method, pathTo(route, ABSENT_ID));
  const expected = route.access === 'admin' ? '403 ' : '404 ';
  const texts = await Promise.all(ids.map((id) => textOf(comune, route.method, pathTo(route, id))));
  return texts.flatMap((text, index) =>
    text === absent && text.startsWith(expected)
      ? []
      : [`${comune.canary} ${route.method} ${pathTo(route, ids[index] ?? 0)}: ${text}, absent: ${absent}`],
  );
}

function wrongInReceiving(comune: Comune, comuni: readonly Comune[]): string[] {
  const others = comuni.filter((other) => other !== comune);
  return Object.entries(comune.received).flatMap(([manner, received]) => {
    const where = `${comune.canary} on its ${manner} socket`;
    const receivesItself = received.some((text) => text.includes(comune.canary));
    return [
      ...(receivesItself ? [] : [`${where} hears nothing`]),
      ...leaksIn(received.join('\n'), others, where),
    ];
  });
}

function leaksIn(text: string, others: readonly Comune[], where: string): string[] {
  return others.flatMap(({ canary }) => (text.includes(canary) ? [`${where} reads ${canary}`] : []));
}

async function createComune(index: number, random: Random): Promise<Comune> {
  const canary = `kq${index}z${random(1e9).toString(36)}q`;
  const username = `utente-${canary}`;
  const { id: userId, client } = await app.createOperator(username);
  const devices: TestDevice[] = [];
  for (let number = 2 + random(3); number > 0; number -= 1) {
    const key = `/${3 + random(2)}/${canary}/d${number}`;
    const type = number === 1 ? 'lanterna' : 'semaforo';
    const id = await app.createDevice({ topic: key, type, userId, name: `nome-${canary}-${number}` });
    devices.push({ id, key, type });
  }
  await client('saveMySettings', { body: { map_note: `valore-${canary}` } });
  const { token = '' } = client;
  const received = { batch: await listen(token, true), single: await listen(token, false) };
  const chats = [await linkChat(userId, canary)];
  const name = `gruppo-${canary}`;
  const group = await client('createGroup', { body: { name, deviceIds: devices.map(({ id }) => id) } });
  const { sessions } = await client('listSessions');
  const ids: Ids = {
    devices: devices.map(({ id }) => id),
    sensors: [
      await app.createDevice({
        ...{ topic: `/3/${canary}/acqua`, type: 'misuratore', userId, name: `acqua-${canary}` },
      }),
    ],
    people: [(await client('createPerson', { body: personOf(canary) })).id],
    // Only an admin has any.
    'api-keys': [ABSENT_ID],
    passkeys: [await addPasskey(userId, canary)],
    groups: [group.id],
    commands: [],
    schedule: [],
    plans: [],
    alerts: [],
    alarms: [await openAlarm(userId, devices[0]?.id ?? 0, canary)],
    approvals: [await askForRosso(userId, canary, devices)],
    'lamp-tests': [await storeLampTest(userId, canary, devices)],
    users: [userId],
    chats,
    push: [await addPushDevice(userId, canary)],
    webhooks: [await addWebhook(userId, canary)],
    sessions: sessions.map(({ id }) => id),
    walls: [(await client('createWall', { body: { name: `schermo-${canary}` } })).wall.id],
    maintenance: (
      await client('addDutyMaintenance', { body: { from: inHours(1), to: inHours(2), reason: canary } })
    ).maintenance.map(({ id }) => id),
    handovers: (await client('writeHandover', { body: { text: `consegna-${canary}` } })).handovers.map(
      ({ id }) => id,
    ),
  };
  return { canary, client, devices, ids, received };
}

/** Links a chat to the user, as the bot does when it is given a code; resolves to the link's id. */
async function linkChat(userId: number, canary: string): Promise<number> {
  const codes = createLinkCodesRepository(database.db);
  await codes.save({ userId, hash: canary, expiresAt: NOW + 1 }, ACT);
  const chat = { id: `chat-${canary}`, kind: 'private', title: `titolo-${canary}` } as const;
  await codes.redeem({ hash: canary, chat, at: NOW });
  return (await createLinkedChatsRepository(database.db).listOf(userId))[0]?.id ?? ABSENT_ID;
}

/** A passkey of the user; resolves to its id. */
async function addPasskey(userId: number, canary: string): Promise<number> {
  const passkey = { id: canary, publicKey: '', counter: 0, isSynced: false, rpId: '', name: canary };
  return (await createPasskeysRepository(database.db).add({ ...passkey, userId }, [canary], ACT)).id;
}

/** Another system that is sent what is the user's; resolves to its id. */
async function addWebhook(userId: number, canary: string): Promise<number> {
  const url = `https://avvisi.example/${canary}`;
  const { id } = await database.db
    .insertInto('webhooks')
    .values({ url, events: '[]', user_id: userId, secret: canary, created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A browser of the user that shows notifications; resolves to its id. */
async function addPushDevice(userId: number, canary: string): Promise<number> {
  const device = { user_id: userId, session_id: 0, p256dh: '', auth: '', name: `browser-${canary}` };
  const endpoint = `https://push.example/${canary}`;
  const added = await createBrowsersRepository(database.db).add({ ...device, endpoint }, ACT);
  return added?.id ?? ABSENT_ID;
}

/** An alarm of a device of the user, as the machine opens it; resolves to its id. */
async function openAlarm(ownerId: number, deviceId: number, canary: string): Promise<number> {
  const thing = { kind: 'muto', ownerId, deviceId, name: `allarme-${canary}`, detail: null } as const;
  const opened = { kind: 'muto' as const, ownerId, detail: null, devices: [thing] };
  await createAlarmPlans(database.db).store({ opened: [opened], changed: [] }, NOW);
  const stored = await database.db
    .selectFrom('alarms')
    .select('id')
    .where('owner_id', '=', ownerId)
    .execute();
  return stored[0]?.id ?? ABSENT_ID;
}

/** Stores what a user asked for and another person has not approved; resolves to its id. */
async function askForRosso(userId: number, canary: string, devices: readonly TestDevice[]): Promise<number> {
  const kept = await createApprovalsRepository(database.db).ask(
    {
      ...{ askerId: userId, kind: 'comando', value: 'rosso', request: null, executeAt: null },
      whom: { kind: 'gruppo', group: canary },
      expiresAt: Date.now() + 3_600_000,
      deviceIds: devices.map(({ id }) => id),
    },
    { at: Date.now(), author: { id: userId, username: canary, address: null } },
    () => Promise.resolve(),
  );
  return typeof kept === 'number' ? kept : ABSENT_ID;
}

/** Stores a lamp test that is over; resolves to its id. */
async function storeLampTest(
  ownerId: number,
  canary: string,
  devices: readonly TestDevice[],
): Promise<number> {
  const tests = createLampTestsRepository(database.db, canary);
  const tested = devices.map(({ id }) => ({ id, ownerId, label: canary, former: 'spento' as const }));
  const testId = await tests.create({ deviceType: 'lanterna', devices: tested }, ACT);
  await tests.end(testId, { ...ACT, after: {} });
  for (const { id: deviceId } of devices) {
    await tests.setDevice({ testId, deviceId }, { state: 'rimessa', closedAt: NOW });
  }
  return testId;
}

/** Opens a socket; all events that it is told are added to the array. */
async function listen(token: string, batch: boolean): Promise<string[]> {
  const socket = openLiveSocket({ origin: app.url, token, batch });
  sockets.push(socket);
  const received: string[] = [];
  socket.onAny((...event: unknown[]) => received.push(JSON.stringify(event)));
  await until('the socket is connected', () => socket.connected);
  return received;
}

/**
 * Devices speak, and each Comune (and the admin, to all) commands and schedules. Resolves to the id of the admin's
 * command.
 */
async function act(comuni: readonly Comune[], random: Random): Promise<number> {
  await app.startFleet(
    comuni.flatMap(({ devices }) =>
      devices.map(({ key, type }) => ({
        key,
        type,
        behaviour: { kind: type === 'semaforo' && random(4) === 0 ? 'mute' : 'obedient' } as const,
        shows: type === 'semaforo' ? ('verde' as const) : ('spento' as const),
      })),
    ),
  );
  const admin = await app.logIn(ADMIN);
  const color = () => COLORS[random(COLORS.length)] ?? 'verde';
  const toAll = await admin('sendCommand', { body: { command: color() } });
  await admin('createSchedule', { body: { color: color(), datetime: inHours(1 + random(1000)) } });
  await Promise.all(
    comuni.map(async ({ canary, client, ids, devices }) => {
      const { commandId } = await client('sendCommand', { body: { command: color() } });
      ids.commands.push(commandId);
      const datetime = inHours(1 + random(1000));
      const { id } = await client('createSchedule', { body: { color: color(), datetime } });
      ids.schedule.push(id);
      const plan = { color: color(), begin: '12:00', repeat: 'giorno', starts_on: '2026-01-01' } as const;
      ids.plans.push((await client('createPlan', { body: plan })).id);
      const [from, to] = [inHours(1001), inHours(1002)];
      const alert = await client('createAlert', { body: { color: color(), from, to, reason: canary } });
      ids.alerts.push(alert.id);
      const lantern = devices.find(({ type }) => type === 'lanterna');
      if (lantern) await client.attempt('toggleLantern', { params: { id: lantern.id } });
    }),
  );
  return toAll.commandId;
}

async function textOf({ client }: Comune, method: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${client.token}` };
  // A change without a body is refused before anyone looks for what is to be changed.
  const change = method === 'PUT' && {
    body: BODIES.find(({ holds }) => path.includes(holds))?.body ?? '{}',
    headers: { ...headers, 'content-type': 'application/json' },
  };
  const response = await fetch(app.url + path, { method, headers, ...change });
  return `${response.status} ${response.headers.get('content-type') ?? ''} ${await response.text()}`;
}

/** What changes that need a field are asked with. */
const BODIES = [
  { holds: '/people/', body: '{"duty":"read"}' },
  { holds: '/notes', body: '{"text":""}' },
  { holds: '/rule', body: '{"thresholds":[],"policy":"warn","device_ids":[]}' },
  { holds: '/link-policy', body: '{"link_policy":"keep"}' },
  { holds: '/water', body: '{"water":true}' },
  { holds: '/picture', body: '{"jpeg":"/9j/2Q=="}' },
  { holds: '/exceptions', body: '{"exceptions":[]}' },
  { holds: '/maintenance', body: JSON.stringify({ until: inHours(1), reason: 'Manutenzione' }) },
];

/** Whose ids a route takes. */
function wordOf({ path }: Route): keyof Ids {
  const word = WORDS.find((known) => path.includes(`/${known}/`));
  if (!word) throw new Error(`no ids for ${path}`);
  return word;
}

function personOf(canary: string) {
  return { username: `persona-${canary}`, password: OPERATOR_PASSWORD, duty: 'read' as const };
}

function pathTo({ path }: Route, id: number): string {
  return path.replace(':key', 'map_note').replace(/:\w+/, String(id));
}

function some(ids: readonly number[], random: Random): number[] {
  return Array.from({ length: FOREIGN_IDS_EACH }, () => ids[random(ids.length)] ?? ABSENT_ID);
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
