import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MqttTap, startMqttTap } from '../test/mqtt-tap.ts';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
const KEY = '/3/comune/s1';

/** The only code block of docs/protocol.md in that language. */
function codeOf(language: string): string {
  const [code, ...others] = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))];
  if (code?.[1] === undefined || others.length > 0) throw new Error(`not one block of ${language}`);
  return code[1];
}

describe('the Node device of docs/protocol.md', () => {
  let app: RunningApp;
  let operator: Client;
  let witness: MqttTap;
  let device: Child | undefined;
  let received: string[];
  /** What a computer keeps while its power is cut. */
  let folder: string;

  const switchOn = () => {
    const { username, password } = BROKER_LOGIN;
    writeFileSync(join(folder, 'device.mjs'), codeOf('js'));
    device = startChild(process.execPath, ['device.mjs'], {
      cwd: folder,
      env: { ...process.env, BROKER: `mqtt://${username}:${password}@127.0.0.1:${witness.port}`, KEY },
    });
  };

  beforeEach(async () => {
    app = await startApp();
    const { id, client } = await app.createOperator('comune');
    operator = client;
    await app.createDevice({ topic: KEY, userId: id });
    received = [];
    folder = mkdtempSync(join(tmpdir(), 'semaforo-device-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    witness = await startMqttTap(app.brokerPort, ({ topic, payload, qos }) => {
      received.push(`${topic.slice(KEY.length + 1)} ${payload.toString()}, QoS ${qos}`);
    });
    switchOn();
    await untilStatus(operator, KEY, 'dark', ({ lamps }) => lamps.every(({ fresh }) => fresh));
  });
  afterEach(async () => {
    await device?.end('SIGKILL');
    await witness.stop();
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  const lit = (command: 'verde' | 'rosso') =>
    operator('sendCommand', { query: { type: 'semaforo' }, body: { command } });
  const powerCut = async () => {
    await device?.end('SIGKILL');
    received.length = 0;
    switchOn();
    const reports = () => received.filter((message) => !message.includes('/set'));
    await until('it has introduced itself', () => reports().length >= 5);
    return reports().slice(0, 5);
  };

  test('begins dark, and says so, when it has never been told a lamp', () => {
    expect(received.slice(0, 5)).toEqual(
      ['status online', 'out1 0', 'out2 0', 'out3 0', 'out4 0'].map(withQos),
    );
    expect(device?.output()).toContain('No lamp is remembered');
  });

  test('begins with its last lamp after a cut of its power, and never with verde', async () => {
    await lit('rosso');
    expect(await powerCut()).toEqual(['status online', 'out1 0', 'out2 0', 'out3 0', 'out4 1'].map(withQos));
    await untilStatus(operator, KEY, 'rosso', ({ status, stale }) => status === 'rosso' && !stale);
  });

  test('begins with the new lamp alone when its power was cut between the two', async () => {
    await lit('verde');
    received.length = 0;
    const change = lit('rosso');
    await until('rosso is lit', () => received.includes(withQos('out4 1')));
    expect(await powerCut()).toEqual(['status online', 'out1 0', 'out2 0', 'out3 0', 'out4 1'].map(withQos));
    await change;
  });

  test('announces itself with all its outputs and confirms a command lamp by lamp', async () => {
    const introduction = ['status online', 'out1 0', 'out2 0', 'out3 0', 'out4 0'];
    const exchange = [
      'out4/set 1',
      'out4 1',
      'out1/set 0',
      'out1 0',
      'out2/set 0',
      'out2 0',
      'out3/set 0',
      'out3 0',
    ];

    const { results } = await lit('rosso');
    await until('all is reported', () => received.length === introduction.length + exchange.length);

    expect(results).toEqual([{ device: KEY, error: null }]);
    expect(received.slice(0, introduction.length)).toEqual(introduction.map(withQos));
    // A command follows when the broker has the one before it, so it may overtake that one's report.
    expect(received.slice(introduction.length).toSorted()).toEqual(exchange.map(withQos).toSorted());
    expect(received.indexOf(withQos('out4 1'))).toBeGreaterThan(received.indexOf(withQos('out4/set 1')));
    await untilStatus(
      operator,
      KEY,
      'rosso',
      ({ status, pending }) => status === 'rosso' && pending === null,
    );
  });

  test('is in error when its power is cut, and no longer when it is back', async () => {
    await device?.end('SIGKILL');
    await untilStatus(
      operator,
      KEY,
      'gone',
      ({ error_reason }) => error_reason === 'Dispositivo non in linea',
    );

    switchOn();
    await untilStatus(operator, KEY, 'back', ({ error }) => !error);
    expect(received.filter((message) => message.startsWith('status'))).toEqual(
      ['status online', 'status online'].map(withQos),
    );
  });
});

describe('the sketch of docs/protocol.md', () => {
  const sketch = codeOf('cpp').replace(/ ?\/\/.*$/gm, '');

  test('has the last will, the subscription, the messages and the order of the page', () => {
    const calls = [...sketch.matchAll(/mqtt\.((?:setWill|connect|subscribe|publish)\(.*\))/g)];

    expect(calls.map(([, call]) => call)).toEqual([
      'publish(topicOf("out" + String(lamp + 1)), isOn ? "1" : "0", false, 1)',
      'connect(USERNAME, USERNAME, PASSWORD)',
      'subscribe(topicOf("+/set"), 1)',
      'publish(topicOf("status"), "online", true, 1)',
      'setWill(topicOf("status").c_str(), "offline", true, 1)',
    ]);
    expect(sketch).toMatch(/"online", true, 1\)\s+&& reportAll\(\);/);
  });

  test('switches a lamp before it reports it, and reports what its pin says', () => {
    expect(sketch).toMatch(
      /digitalWrite\(PINS\[command\.lamp\], [^;]+;\s+(?:[^;]+remember[^;]+;\s+){2}report\(command\.lamp\);/,
    );
    expect(sketch).toMatch(/bool isOn = digitalRead\(PINS\[lamp\]\) == HIGH;/);
  });

  test('begins with the lamp that its memory holds, or dark, and has its memory before its lamps', () => {
    const setup = /void setup\(\) \{([\s\S]*?)^\}/m.exec(sketch)?.[1] ?? '';
    expect(setup).toMatch(/memory\.begin[\s\S]*lastLamp = memory\.getInt\("lamp", -1\);[\s\S]*digitalWrite/);
    expect(setup.match(/digitalWrite\([^;]+;/g)).toEqual([
      'digitalWrite(PINS[lamp], lamp == lastLamp ? HIGH : LOW);',
    ]);
  });
});

function withQos(message: string): string {
  return `${message}, QoS 1`;
}
