import type { Packet } from 'mqtt-packet';
import { generate } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { createLinkLog } from './link-log.ts';
import { createMqttTap } from './mqtt-tap.ts';

const KEY = '/3/alba/s1';

function listen(protocolVersion: 4 | 5) {
  const stored: string[] = [];
  const log = createLinkLog(() => 1, {
    stored: ({ lamp, on }) => stored.push(`${lamp} ${on}`),
    joined: () => stored.push('joined'),
  });
  const tap = createMqttTap(log.take);
  const pass = (direction: 'up' | 'down', packet: Packet) =>
    tap.take({ connection: 1, direction, data: generate(packet, { protocolVersion }) });
  pass('up', {
    cmd: 'connect',
    clientId: 'semaforo',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 10,
  });
  return { log, stored, pass };
}

const publish = (topic: string, payload: string, messageId: number): Packet => {
  return { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId };
};

test.each([4, 5] as const)(
  'MQTT %i: commands are settled by their acknowledgement, words stored by ours',
  (version) => {
    const { log, stored, pass } = listen(version);
    pass('up', publish(`${KEY}/out4/set`, '1', 7));
    expect(log.sent).toMatchObject([{ key: KEY, channel: 'out4', payload: '1', settledAs: null }]);
    pass('down', { cmd: 'puback', messageId: 7 });
    pass('down', publish(`${KEY}/out4`, '1', 9));
    const [sent] = log.sent;
    expect(log.received).toMatchObject([{ key: KEY, lamp: 'rosso', on: true }]);
    expect(log.received[0]?.place).toBeGreaterThan(sent?.settledAs ?? Infinity);
    expect(stored).toEqual([]);
    pass('up', { cmd: 'puback', messageId: 9 });
    expect(stored).toEqual(['rosso true']);
  },
);

test('the end of a connection settles what it carried', () => {
  const { log, pass } = listen(4);
  pass('up', publish(`${KEY}/out4/set`, '1', 7));
  log.closed(1);
  expect(log.sent[0]?.settledAs).not.toBeNull();
});

test('what the server says to itself is no odd topic, anything else is', () => {
  const { log, pass } = listen(4);
  pass('up', publish('semaforo/x/marker', 'x', 1));
  pass('up', publish(`${KEY}/out4`, '1', 2));
  expect(log.oddTopics).toEqual([`${KEY}/out4`]);
});

test('words are live after the marker of their own connection, not after that of a former one', () => {
  const { log, pass } = listen(4);
  const isLive = () => log.received.at(-1)?.isLive;
  pass('up', publish('semaforo/x/marker', 'own', 1));
  pass('down', publish('semaforo/x/marker', 'former', 1));
  pass('down', publish(`${KEY}/out4`, '1', 2));
  expect(isLive()).toBe(false);
  pass('down', publish('semaforo/x/marker', 'own', 3));
  pass('down', publish(`${KEY}/out4`, '0', 4));
  expect(isLive()).toBe(true);
});
