import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { parseDeviceList } from './device-list.ts';

describe('the command line of the simulator', () => {
  it('numbers the devices under their prefix and gives all the asked behaviour', () => {
    const asked = readCommandLine(['--devices', '2', '--prefix', '/4/prova', '--slow', '700'], {});
    expect(asked).toMatchObject({
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

  it.each([
    [['--devices', '0'], /--devices va da 1/],
    [['--devices', 'molti'], /--devices va da 1/],
    [['--port', '70000'], /--port va da 1 a 65535/],
    [['--prefix', '/3/+'], /--prefix ha la forma/],
    [['--mute', '--liar'], /si escludono/],
    [['--slow', 'presto'], /--slow vuole/],
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

  it.each(['/3/prova', '/3/prova/s1 viola', '/3/prova/s1 acceso', '/5/prova/l1 lanterna'])(
    'refuses the line %j',
    (line) => {
      expect(() => parseDeviceList(line, { kind: 'obedient' })).toThrow(line);
    },
  );
});
