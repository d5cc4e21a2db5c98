import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MqttTap, startMqttTap } from '../test/mqtt-tap.ts';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/protocol.md'), 'utf8');
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
  let heard: string[];

  const switchOn = () => {
    const { username, password } = BROKER_LOGIN;
    device = startChild(process.execPath, ['--input-type=module', '--eval', codeOf('js')], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, BROKER: `mqtt://${username}:${password}@127.0.0.1:${witness.port}`, KEY },
    });
  };

  beforeEach(async () => {
    app = await startApp();
    const { id, client } = await app.createOperator('comune');
    operator = client;
    await app.createDevice({ topic: KEY, userId: id });
    heard = [];
    witness = await startMqttTap(app.brokerPort, ({ topic, payload, qos }) => {
      heard.push(`${topic.slice(KEY.length + 1)} ${payload.toString()}, QoS ${qos}`);
    });
    switchOn();
    await untilStatus(operator, KEY, 'verde', ({ status, stale }) => status === 'verde' && !stale);
  });
  afterEach(async () => {
    await device?.end('SIGKILL');
    await witness.stop();
    await app.stop();
  });

  test('announces itself with all its outputs and confirms a command lamp by lamp', async () => {
    const introduction = ['status online', 'out1 1', 'out2 0', 'out3 0', 'out4 0'];
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

    const { results } = await operator('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: 'rosso' },
    });
    await until('all is reported', () => heard.length === introduction.length + exchange.length);

    expect(results).toEqual([{ device: KEY, error: null }]);
    expect(heard.slice(0, introduction.length)).toEqual(introduction.map(withQos));
    // A command follows when the broker has the one before it, so it may overtake that one's report.
    expect(heard.slice(introduction.length).toSorted()).toEqual(exchange.map(withQos).toSorted());
    expect(heard.indexOf(withQos('out4 1'))).toBeGreaterThan(heard.indexOf(withQos('out4/set 1')));
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
    expect(heard.filter((message) => message.startsWith('status'))).toEqual(
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
    expect(sketch).toMatch(/digitalWrite\(PINS\[command\.lamp\], [^;]+;\s+report\(command\.lamp\);/);
    expect(sketch).toMatch(/bool isOn = digitalRead\(PINS\[lamp\]\) == HIGH;/);
  });
});

function withQos(message: string): string {
  return `${message}, QoS 1`;
}
