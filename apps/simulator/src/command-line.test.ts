import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { parseDeviceList } from './device-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'semaforo-simulator-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command line of the simulator', () => {
  it('numbers the devices under their prefix and gives all the asked behaviour', () => {
    const requested = readCommandLine(['--devices', '2', '--prefix', '/4/prova', '--slow', '700'], {});
    expect(requested).toMatchObject({
      broker: { host: '127.0.0.1', port: 1883 },
      devices: [
        { key: '/4/prova/s1', behaviour: { kind: 'slow', delayMs: 700 } },
        { key: '/4/prova/s2', behaviour: { kind: 'slow', delayMs: 700 } },
      ],
      reportEveryMs: 60_000,
    });
  });

  it('takes the password from the environment when no option gives it', () => {
    expect(readCommandLine([], { MQTT_PASSWORD: 'segreta' })).toMatchObject({
      broker: { password: 'segreta' },
    });
  });

  it('gives each device the credentials that a file has for it, as lines or as JSON', () => {
    const file = join(folder, 'credenziali.csv');
    writeFileSync(file, 'username,password,key\ndispositivo-1,AB2C,/3/prova/s1\n');
    const login = { username: 'dispositivo-1', password: 'AB2C' };
    const expected = { devices: [{ key: '/3/prova/s1', type: 'lanterna', login }] };
    expect(readCommandLine(['--credentials', file, '--type', 'lanterna'], {})).toMatchObject(expected);
    writeFileSync(file, JSON.stringify([{ ...login, key: '/3/prova/s1' }]));
    expect(readCommandLine(['--credentials', file, '--type', 'lanterna'], {})).toMatchObject(expected);
    writeFileSync(file, 'dispositivo-1,,/3/prova/s1');
    expect(() => readCommandLine(['--credentials', file], {})).toThrow('credenziali non valide');
    const list = join(folder, 'dispositivi.txt');
    writeFileSync(list, '/3/prova/s2');
    writeFileSync(file, 'dispositivo-1,AB2C,/3/prova/s1');
    expect(() => readCommandLine(['--topics', list, '--credentials', file], {})).toThrow(
      'non ha le credenziali di /3/prova/s2',
    );
  });

  it('has boards lose their power, and show what they showed unless told otherwise', () => {
    expect(readCommandLine(['--power-dips', '6'], {})).toMatchObject({
      powerDips: { perHour: 6, rebootTo: 'last' },
    });
    expect(readCommandLine(['--power-dips', '6', '--reboot-to', 'verde'], {})).toMatchObject({
      powerDips: { perHour: 6, rebootTo: 'verde' },
    });
    expect(readCommandLine([], {})).not.toHaveProperty('powerDips');
  });

  it('has gauges where water is asked for, with levels of a file, and floats', () => {
    const file = join(folder, 'livelli.csv');
    writeFileSync(file, '# una piena\n0;2\n60;40\n120;2\n');
    const requested = readCommandLine(['--level', file, '--float', '--prefix', '/3/prova'], {});
    expect(requested).toMatchObject({
      devices: [{ key: '/3/prova/m1', type: 'misuratore', hasFloat: true }],
    });
    const [gauge] = requested === 'help' ? [] : requested.devices;
    const now = Date.now();
    const levels = [0, 30, 60, 90].map((second) => Math.round(gauge?.water?.(now + second * 1000) ?? -1));
    expect(levels).toEqual([2, 21, 40, 21]);
    writeFileSync(file, '0;2\n0;3');
    expect(() => readCommandLine(['--level', file], {})).toThrow('devono crescere');
    writeFileSync(file, 'due');
    expect(() => readCommandLine(['--level', file], {})).toThrow('livello non valido: "due"');
  });

  it('has lamps that are burnt, weak or leaking, one of these', () => {
    expect(readCommandLine(['--burnt'], {})).toMatchObject({ devices: [{ lamps: 'burnt' }] });
    expect(() => readCommandLine(['--burnt', '--weak'], {})).toThrow('si escludono');
    expect(readCommandLine(['--board', '/tmp/board'], {})).toMatchObject({ board: '/tmp/board' });
  });

  it('takes the admin of a console from its options and the environment', () => {
    const args = ['--console', 'http://127.0.0.1:3000'];
    expect(readCommandLine(args, { ADMIN_PASSWORD: 'segreta' })).toMatchObject({
      console: { origin: 'http://127.0.0.1:3000', admin: { username: 'admin', password: 'segreta' } },
    });
    expect(() => readCommandLine(args, {})).toThrow('ADMIN_PASSWORD');
  });

  it.each([
    [['--devices', '0'], /--devices va da 1/],
    [['--devices', 'molti'], /--devices va da 1/],
    [['--port', '70000'], /--port va da 1 a 65535/],
    [['--prefix', '/3/+'], /--prefix ha la forma/],
    [['--mute', '--liar'], /si escludono/],
    [['--slow', 'presto'], /--slow vuole/],
    [['--power-dips', '0'], /--power-dips va da 1/],
    [['--power-dips', '2', '--reboot-to', 'rosso'], /--reboot-to è dark, verde, last/],
    [['--reboot-to', 'dark'], /--reboot-to vuole --power-dips/],
    [['--guasti'], /--guasti/],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => readCommandLine(args, {})).toThrow(sentence);
  });
});

describe('a list of devices', () => {
  it('gives each line its type, status and behaviour in any order, and the usual ones where it says nothing', () => {
    const list = '# prova\n/3/prova/s1\n\n/4/prova/l1 acceso mute lanterna\n';
    expect(parseDeviceList(list, { kind: 'obedient' })).toEqual([
      { key: '/3/prova/s1', type: 'semaforo', shows: 'verde', behaviour: { kind: 'obedient' } },
      { key: '/4/prova/l1', type: 'lanterna', shows: 'acceso', behaviour: { kind: 'mute' } },
    ]);
  });

  it('takes the profile of a device from its line', () => {
    const [device] = parseDeviceList('/3/prova/s1 tasmota rosso', { kind: 'obedient' });
    expect(device).toMatchObject({ profile: 'tasmota', shows: 'rosso' });
  });

  it.each(['/3/prova', '/3/prova/s1 viola', '/3/prova/s1 acceso', '/5/prova/l1 lanterna'])(
    'refuses the line %j',
    (line) => {
      expect(() => parseDeviceList(line, { kind: 'obedient' })).toThrow(line);
    },
  );
});
