import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAcl, type Role } from './acl.ts';

const DEFAULT = createAcl('{key}/{channel}/set');
const ON_REPORT_TOPICS = createAcl('{key}/{channel}');
const KEY = '/3/vera/s1';
const DEVICE: Role = { kind: 'device', key: KEY };
const SHARED: Role = { kind: 'shared' };

/** What brokers do with a filter (MQTT 3.1.1, section 4.7). */
function matches(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false;
  const levels = topic.split('/');
  const wanted = filter.split('/');
  return (
    wanted.every(
      (level, at) => level === '#' || (at < levels.length && (level === '+' || level === levels[at])),
    ) && (wanted.at(-1) === '#' ? levels.length >= wanted.length - 1 : levels.length === wanted.length)
  );
}

const level = fc.constantFrom('', '3', 'vera', 's1', 's2', 'out1', 'set', 'status', '$SYS', 'x');
const topic = fc.array(level, { minLength: 1, maxLength: 7 }).map((levels) => levels.join('/'));
const filter = fc
  .array(fc.oneof(level, fc.constantFrom('+', '#', 'out+', '#x')), { minLength: 1, maxLength: 7 })
  .map((levels) => levels.join('/'));
/** Mostly near its own key. */
const near = <Text extends string>(any: fc.Arbitrary<Text>) =>
  fc.oneof(
    any,
    any.map((rest) => `${KEY}/${rest}`),
  );

describe('a device', () => {
  test('publishes under its own key and on no command topic, whatever it tries', () => {
    fc.assert(
      fc.property(near(topic), (tried) => {
        if (!DEFAULT.mayPublish(DEVICE, tried)) return;
        expect(tried.startsWith(`${KEY}/`)).toBe(true);
        expect(tried.endsWith('/set')).toBe(false);
      }),
    );
  });

  test('is sent nothing but its own commands, whatever it subscribes to', () => {
    fc.assert(
      fc.property(near(filter), near(topic), (tried, reported) => {
        if (!DEFAULT.maySubscribe(DEVICE, tried) || !matches(tried, reported)) return;
        expect(reported).toMatch(new RegExp(`^${KEY}/[^/]+/set$`));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['out1', 'status', 'temp', 'a/b'])('reports on %s', (channel) => {
    expect(DEFAULT.mayPublish(DEVICE, `${KEY}/${channel}`)).toBe(true);
  });

  test.each([`${KEY}/+/set`, `${KEY}/out1/set`])('hears %s', (own) => {
    expect(DEFAULT.maySubscribe(DEVICE, own)).toBe(true);
  });

  const BOARD_COMMANDS = ['cmnd/POWER1', 'command/switch:0', 'command', 'rpc', 'switch/rosso/command'];
  test.each(BOARD_COMMANDS)(
    'hears the command of a board %s, of its own key only, and publishes none',
    (command) => {
      expect(DEFAULT.maySubscribe(DEVICE, `${KEY}/${command}`)).toBe(true);
      expect(DEFAULT.maySubscribe(SHARED, `${KEY}/${command}`)).toBe(true);
      for (const key of ['/3/vera/s2', '/3/vera/+', '/+/+/+']) {
        expect(DEFAULT.maySubscribe(DEVICE, `${key}/${command}`)).toBe(false);
        expect(DEFAULT.mayPublish(DEVICE, `${key}/${command}`)).toBe(false);
      }
      for (const role of [DEVICE, SHARED]) {
        expect(DEFAULT.mayPublish(role, `${KEY}/${command}`)).toBe(false);
        expect(ON_REPORT_TOPICS.mayPublish(role, `${KEY}/${command}`)).toBe(false);
      }
    },
  );

  test.each(['cmnd/#', 'command/#', '+/+/command'])('hears all commands of a board: %s', (filter) => {
    expect(DEFAULT.maySubscribe(DEVICE, `${KEY}/${filter}`)).toBe(true);
  });

  test.each(['stat/POWER1', 'tele/LWT', 'online', 'status/switch:0', 'switch/rosso/state'])(
    'says as a board %s, and does not hear it',
    (channel) => {
      expect(DEFAULT.mayPublish(DEVICE, `${KEY}/${channel}`)).toBe(true);
      expect(DEFAULT.maySubscribe(DEVICE, `${KEY}/${channel}`)).toBe(false);
    },
  );

  test.each(['#', '$SYS/#', '+/#', '/+/+/+/+/set', `${KEY}/#`, `${KEY}/+`, `${KEY}/+/+`, '/3/vera/+/+/set'])(
    'is refused %s',
    (other) => {
      expect(DEFAULT.maySubscribe(DEVICE, other)).toBe(false);
    },
  );

  test('that is commanded on its report topics hears and publishes those of its own key only', () => {
    expect(ON_REPORT_TOPICS.maySubscribe(DEVICE, `${KEY}/+`)).toBe(true);
    expect(ON_REPORT_TOPICS.maySubscribe(DEVICE, '/3/vera/+/+')).toBe(false);
    expect(ON_REPORT_TOPICS.mayPublish(DEVICE, `${KEY}/out1`)).toBe(true);
    expect(ON_REPORT_TOPICS.mayPublish(DEVICE, `${KEY}/out1/set`)).toBe(false);
  });

  test('that is commanded elsewhere hears its commands there, and publishes none', () => {
    const acl = createAcl('comandi{key}/c.{channel}');
    expect(acl.maySubscribe(DEVICE, `comandi${KEY}/c.out1`)).toBe(true);
    expect(acl.maySubscribe(DEVICE, 'comandi/3/vera/s2/c.out1')).toBe(false);
    expect(acl.maySubscribe(DEVICE, `comandi${KEY}/cxout1`)).toBe(false);
    expect(acl.mayPublish(DEVICE, `comandi${KEY}/c.out1`)).toBe(false);
    const below = createAcl('{key}/comandi/{channel}');
    expect(below.mayPublish(DEVICE, `${KEY}/comandi/out1`)).toBe(false);
    expect(below.mayPublish(SHARED, `${KEY}/comandi/out1`)).toBe(false);
  });
});

describe('the shared log-in', () => {
  test('has the rights of a device for any key, one at a time', () => {
    expect(DEFAULT.mayPublish(SHARED, '/9/altro/s7/out1')).toBe(true);
    expect(DEFAULT.maySubscribe(SHARED, '/9/altro/s7/+/set')).toBe(true);
    for (const refused of ['#', '$SYS/#', '/+/+/+/+/set', '/3/vera/+/+/set', '/3/vera/s1/+']) {
      expect(DEFAULT.maySubscribe(SHARED, refused)).toBe(false);
    }
    for (const refused of ['/3/vera/s1/out1/set', '$SYS/x', 'semaforo/x/marker', 'a/b']) {
      expect(DEFAULT.mayPublish(SHARED, refused)).toBe(false);
    }
  });
});

describe('a watcher', () => {
  const WATCHER: Role = { kind: 'watcher', prefix: 'homeassistant' };

  test('publishes nothing, whatever it tries', () => {
    fc.assert(fc.property(near(topic), (tried) => !DEFAULT.mayPublish(WATCHER, tried)));
    expect(DEFAULT.mayPublish(WATCHER, 'homeassistant/status')).toBe(false);
  });

  test.each([
    'homeassistant/#',
    'homeassistant/device/+/config',
    `${KEY}/out1`,
    `${KEY}/tele/STATE`,
    '/+/+/+/+',
  ])('hears what is announced and what devices say: %s', (filter) => {
    expect(DEFAULT.maySubscribe(WATCHER, filter)).toBe(true);
  });

  test('is sent no command, whatever it subscribes to', () => {
    for (const command of [
      `${KEY}/out1/set`,
      `${KEY}/cmnd/POWER1`,
      `${KEY}/command/switch:0`,
      `${KEY}/rpc/x`,
    ]) {
      fc.assert(
        fc.property(
          near(filter),
          (tried) => !DEFAULT.maySubscribe(WATCHER, tried) || !matches(tried, command),
        ),
      );
    }
    for (const refused of ['#', '$SYS/#', `${KEY}/#`, '/+/+/+/+/set', `${KEY}/cmnd/+`, 'semaforo/#']) {
      expect(DEFAULT.maySubscribe(WATCHER, refused)).toBe(false);
    }
  });
});

test('the server commands and hears everything, and says nothing in the name of the broker', () => {
  const server: Role = { kind: 'server' };
  expect(DEFAULT.mayPublish(server, `${KEY}/out1/set`)).toBe(true);
  expect(DEFAULT.maySubscribe(server, '/+/+/+/+')).toBe(true);
  expect(DEFAULT.mayPublish(server, '$SYS/x')).toBe(false);
});
