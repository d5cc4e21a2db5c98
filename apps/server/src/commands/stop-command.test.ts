import { type Client, createClient, type Outcome } from '@semaforo/client';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { puback, type RawBroker, type RawPublish, startRawBroker } from '@semaforo/testing/raw-broker';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';

/** More than the console hands over before the broker has taken something, and a large command together. */
const SIGNALS = 600;
const COMUNI = ['valdombra', 'torrealta'] as const;

let broker: RawBroker;
let app: RunningApp;
let admin: Client;
let operators: Record<(typeof COMUNI)[number], Client>;
const published: RawPublish[] = [];

/** The broker takes nothing for now: what is not handed over waits. */
function holdBroker() {
  broker.onPublish((packet) => void published.push(packet));
}

function releaseBroker() {
  broker.onPublish((packet) => {
    published.push(packet);
    broker.send(puback(packet.messageId));
  });
  broker.send(...published.map(({ messageId }) => puback(messageId)));
}

beforeAll(async () => {
  broker = await startRawBroker();
  app = await startApp({
    withoutBroker: true,
    settings: { ...outsideBrokerSettings(broker.port), COMMAND_CONFIRM_MS: '1000' },
  });
  admin = await app.logIn(ADMIN);
  for (const username of COMUNI) {
    await app.createOperator(username);
    const lines = Array.from(
      { length: SIGNALS },
      (_, at) => `Ponte ${at},/3/${username}/s${at},semaforo,,,${username}`,
    );
    const body = ['name,topic,type,latitude,longitude,username', ...lines].join('\n');
    expect((await admin('importDevices', { body })).errors).toEqual([]);
  }
  const logIn = (username: string) => app.logIn({ username, password: OPERATOR_PASSWORD });
  operators = { valdombra: await logIn('valdombra'), torrealta: await logIn('torrealta') };
  await until('the broker is joined', async () => (await admin('getBrokerStatus')).connected);
});
afterAll(async () => {
  releaseBroker();
  await app.stop();
  await broker.stop();
});

/** Presses rosso, for all that the caller sees; resolves to the command's id before it has ended. */
async function press(caller: Client): Promise<{ commandId: number; ended: Promise<unknown> }> {
  const former = (await caller('getLastCommand'))?.commandId;
  const ended = caller('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
  const commandId = await until('the command is known', async () => {
    const last = await caller('getLastCommand');
    return last?.commandId === former ? undefined : last?.commandId;
  });
  return { commandId, ended };
}

const refusalOf = async (call: Promise<unknown>): Promise<Partial<Outcome<'stopCommand'>>> =>
  call.then(
    () => ({}),
    (error: { status: number; code: string }) => ({ status: error.status, code: error.code }),
  );
/** Its answer may come before its end. Resolves to what became of it on each device. */
const untilOver = (commandId: number) =>
  until('the command has ended', async () => {
    const { deliveries } = await admin('getCommand', { params: { commandId } });
    return !deliveries.some(({ state }) => isUnderWay(state)) && deliveries;
  });
const stop = (caller: Client, commandId: number) => caller('stopCommand', { params: { commandId } });

describe('the stop of a command', () => {
  test('is refused without a log-in, and of a command that is unknown or another’s is not found', async () => {
    holdBroker();
    const { commandId, ended } = await press(operators.valdombra);
    const anonymous = createClient({ origin: app.url });
    expect(await refusalOf(stop(anonymous, commandId))).toMatchObject({ status: 401 });
    expect(await refusalOf(stop(admin, commandId + 1000))).toMatchObject({ status: 404 });
    expect(await refusalOf(stop(operators.torrealta, commandId))).toMatchObject({ status: 404 });
    releaseBroker();
    await ended;
    await untilOver(commandId);
    const finished = { status: 409, code: 'nothing-to-stop' };
    expect(await refusalOf(stop(operators.valdombra, commandId))).toMatchObject(finished);
  });

  test('ends what the caller sees and nobody was handed as annullato; nothing of it is sent', async () => {
    published.length = 0;
    holdBroker();
    const { commandId, ended } = await press(admin);
    await until('the broker is full', () => published.length >= 40);
    const { stopped } = await stop(operators.valdombra, commandId);
    expect(stopped).toBeGreaterThan(SIGNALS / 2);
    const nothingLeft = { status: 409, code: 'nothing-to-stop' };
    expect(await refusalOf(stop(operators.valdombra, commandId))).toMatchObject(nothingLeft);
    releaseBroker();
    await ended;
    const deliveries = await untilOver(commandId);
    const annulled = deliveries.filter(({ state }) => state === 'annullato');
    expect(annulled).toHaveLength(stopped);
    expect(new Set(annulled.map(({ reason }) => reason))).toEqual(new Set(['Invio fermato da valdombra']));
    const devices = await admin('listDeviceStatuses');
    const topicOf = new Map(devices.map(({ id, topic }) => [id, topic]));
    const spared = annulled.map(({ deviceId }) => topicOf.get(deviceId ?? 0) ?? '');
    expect(spared.every((topic) => topic.startsWith('/3/valdombra/'))).toBe(true);
    const keysSent = new Set(published.map(({ topic }) => topic.split('/').slice(0, 4).join('/')));
    expect(spared.filter((topic) => keysSent.has(topic))).toEqual([]);
    const { entries } = await admin('listAudit', { query: { actions: 'commands.stop' } });
    expect(entries[0]).toMatchObject({ username: 'valdombra', target: `command:${commandId}` });
  });
});

describe('the estimate of a command', () => {
  const estimate = (caller: Client, devices: string) =>
    caller('estimateCommand', { query: { devices } } as never);

  test('says how long it takes, and the deadline to match', async () => {
    const longer = await estimate(operators.valdombra, '40000');
    expect(longer.seconds).toBeGreaterThan(0);
    expect(longer.seconds).toBeCloseTo((await estimate(operators.valdombra, '20000')).seconds * 2, 3);
    const expected = longer.seconds <= 10 ? 10 : Math.min(120, 10 + 2 * longer.seconds);
    expect(longer.deadline_seconds).toBeCloseTo(expected, 3);
  });

  test('is for who is logged in, and for a number of devices', async () => {
    expect(await refusalOf(estimate(createClient({ origin: app.url }), '10'))).toMatchObject({ status: 401 });
    for (const devices of ['0', '-1', '1.5', 'molti', '1000000']) {
      expect(await refusalOf(estimate(operators.valdombra, devices))).toMatchObject({ status: 400 });
    }
  });
});
