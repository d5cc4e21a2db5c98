import { DEVICE_TYPES } from '@semaforo/contract/domain/channels';
import { DEVICE_PROFILES, NETWORK_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { isHalfPosition } from '@semaforo/contract/domain/position';
import { device as knownDevice } from '@semaforo/testing/factories';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvLineError } from '../platform/csv-header.ts';
import { checkCsv } from './check-csv.ts';
import { writeDeviceCsv } from './device-csv.ts';

import type { KnownDevice } from './known-device.ts';

async function tableOf(...given: Parameters<typeof writeDeviceCsv>): Promise<string> {
  let table = '';
  for await (const piece of writeDeviceCsv(...given)) table += piece;
  return table;
}

const OWNERS = new Map([
  ['valdombra', 1],
  ['=cmd', 2],
  ["'-1", 3],
]);
const NAMES = new Map([...OWNERS].map(([name, id]) => [id, name]));

const device = (fields: Partial<KnownDevice>) => knownDevice({ topic: '/3/a/b', ownerId: null, ...fields });
/** As a name is stored: on one line, with nothing invisible. */
const visible = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
const errorsOf = async (text: string): Promise<CsvLineError[]> => (await checkCsv(text, OWNERS)).errors;

describe('a table of devices', () => {
  it('is written with a header, quotes around each cell and nothing in them for missing values', async () => {
    const text = await tableOf(
      [
        device({ name: 'Piazza "Saffi", 1', latitude: 44.2, longitude: -0.5, ownerId: 1 }),
        device({ profile: 'tasmota' }),
      ],
      NAMES,
    );
    expect(text.split('\r\n')).toEqual([
      '"name";"topic";"type";"latitude";"longitude";"username";"profile"',
      '"Piazza ""Saffi"", 1";"/3/a/b";"semaforo";"44,2";"-0,5";"valdombra";"outN"',
      '"";"/3/a/b";"semaforo";"";"";"";"tasmota"',
      '',
    ]);
  });

  it.each(['=1+1', '+39', '-1', '@cmd', "'=1", "''@x", '＝1', '＋1', '－1', '＠x'])(
    'keeps a name like %s, but not as a formula that a spreadsheet would run',
    async (name) => {
      const text = await tableOf([device({ name })], NAMES);
      expect(text.split('\r\n')[1]).toBe(`"'${name}";"/3/a/b";"semaforo";"";"";"";"outN"`);
      expect((await checkCsv(text, OWNERS)).devices).toMatchObject([{ name }]);
    },
  );

  it('reads back as it was written, whatever the names of its devices are', async () => {
    const character = fc.oneof(
      fc.constantFrom(...'=+-@\t\r\n\'",; àè€＝＠'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const name = fc.array(character, { maxLength: 12 }).map((characters) => visible(characters.join('')));
    const degrees = (most: number) =>
      fc.option(fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0));
    const known = fc.record({
      name: name.map((text) => (text === '' ? null : text)),
      topic: fc.stringMatching(/^\/[34]\/[A-Za-z0-9_.-]{1,64}\/[A-Za-z0-9_.-]{1,64}$/),
      type: fc.constantFrom(...DEVICE_TYPES),
      profile: fc.constantFrom(...DEVICE_PROFILES),
      latitude: degrees(90),
      longitude: degrees(180),
      ownerId: fc.constantFrom(null, 1, 2, 3),
    });
    const possible = known.filter(
      ({ type, profile }) =>
        type === 'misuratore' || !NETWORK_PROFILES.some((network) => network === profile),
    );
    const placed = possible.map((given) =>
      isHalfPosition(given) ? { ...given, latitude: null, longitude: null } : given,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(placed, { selector: ({ topic }) => topic.toLowerCase() }),
        async (devices) => {
          const text = await tableOf(devices.map(device), NAMES);
          expect(await checkCsv(text, OWNERS)).toEqual({ devices, errors: [] });
        },
      ),
    );
  });

  it('is read with columns in any order, semicolons, decimal commas and empty lines', async () => {
    const text = 'Topic;type;LONGITUDE;latitude\r\n\r\n/3/a/b;semaforo;12,5;-44,25\r\n;;;\r\n';
    expect(await checkCsv(text, OWNERS)).toEqual({
      devices: [{ topic: '/3/a/b', type: 'semaforo', longitude: 12.5, latitude: -44.25 }],
      errors: [],
    });
  });

  it.each([
    ['', 1, 'La tabella è vuota'],
    ['name,type\nx,semaforo', 1, 'Manca la colonna topic'],
    ['topic,type,colore', 1, 'Colonna sconosciuta: «colore»'],
    ['topic,type,topic', 1, 'Una colonna è ripetuta'],
    ['topic,type\n/3/a/b', 2, "La riga ha 1 colonne, l'intestazione 2"],
    [
      'topic,type\n/3/a,semaforo',
      2,
      'Il topic deve avere la forma /3/comune/nome: tre parti di lettere, cifre, _ . -',
    ],
    ['topic,type\n/3/a/b,lampada', 2, 'Il tipo è semaforo, lanterna o misuratore'],
    [
      'topic,type,profile\n/3/a/b,semaforo,sonoff',
      2,
      'Il profilo è uno fra outN, tasmota, shelly, esphome, chirpstack, tts',
    ],
    ['topic,type\n/7/a/b,lanterna', 2, 'Il topic di una lanterna deve iniziare con /3/ o /4/'],
    ['topic,type,latitude\n/3/a/b,semaforo,nord', 2, 'La latitudine è un numero'],
    ['topic,type,latitude\n/3/a/b,semaforo,0x10', 2, 'La latitudine è un numero'],
    ['topic,type,latitude\n/3/a/b,semaforo,90.1', 2, 'La latitudine va da -90 a 90'],
    ['topic,type,longitude\n/3/a/b,semaforo,1e999', 2, 'La longitudine è un numero'],
    ['topic,type,username\n/3/a/b,semaforo,nessuno', 2, "L'utente «nessuno» non esiste"],
    ['topic,type\n/3/a/b,semaforo\n/3/a/b,lanterna', 3, 'Il topic è già alla riga 2'],
    ['topic,type\n"/3/a/b,semaforo\n', 2, 'Le virgolette non tornano'],
    ['topic,type\n/3/a/b,se"maforo"\n', 2, 'Le virgolette non tornano'],
  ])('with the text %j is refused with the number of the wrong line', async (text, line, error) => {
    expect(await errorsOf(text)).toEqual([{ line, error }]);
  });

  it('reports every wrong line by its number in the file, also after a name of several lines', async () => {
    const text = 'name,topic,type\n"Piazza\nSaffi",/3/a/b,semaforo\nx,y,z\n,/3/a/c,lampada';
    expect((await errorsOf(text)).map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it('with a hundred thousand wrong lines is reported for the first thousand', async () => {
    expect(await errorsOf(`topic,type\n${'x,y\n'.repeat(100_000)}`)).toHaveLength(1000);
  });
});
