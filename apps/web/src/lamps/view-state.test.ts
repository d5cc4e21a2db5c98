import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { describe, expect, test } from 'vitest';
import { viewStateOf } from './view-state.ts';

type Case = [changes: Parameters<typeof deviceRecord>[0], linkUp: boolean, kind: string, name: string];

const LANTERN = { device_type: 'lanterna', topic: '/4/valdombra/l1' } as const;

const DESIRED = {
  desired: {
    value: 'rosso',
    since: '2026-11-20T01:00:00.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  },
  out_of_sync: true,
} as const;
const LIT_LANTERN = { ...LANTERN, status: 'acceso' } as const;
const VERDE_AND_ROSSO = lampsWith({
  verde: { on: true, said_at: '2026-11-20T01:00:00.000Z' },
  rosso: { on: true },
});
const SEVERAL = { lamps: VERDE_AND_ROSSO, error: true, error_reason: 'Più lampade accese: verde e rosso' };

const SILENT = { silent_since: '2026-11-20T02:00:00.000Z' } as const;

const CASES: Case[] = [
  [SILENT, true, 'silent', 'Tace, ultimo stato noto verde'],
  [SILENT, false, 'stale', 'Non aggiornato, ultimo stato noto verde'],
  [{ ...SILENT, stale: true }, true, 'stale', 'Non aggiornato, ultimo stato noto verde'],
  [{ ...SILENT, error: true }, true, 'error', 'In errore, ultimo stato noto verde'],
  [{ ...SILENT, status: null }, true, 'silent', 'Tace, nessun dato'],
  [
    { ...SILENT, ...DESIRED, pending: 'giallo' },
    true,
    'silent',
    'Tace, ultimo stato noto verde, chiesto rosso, giallo richiesto, in attesa',
  ],
  [{ ...LIT_LANTERN, ...SILENT }, true, 'silent', 'Tace, ultimo stato noto accesa'],
  [{ status: 'arancio' }, true, 'ok', 'Arancio acceso, confermato'],
  [{ status: 'spento' }, true, 'spento', 'Spento, confermato'],
  [{ pending: 'arancio' }, true, 'pending', 'Verde acceso e confermato, arancio richiesto, in attesa'],
  [{ status: null, pending: 'rosso' }, true, 'pending', 'Nessun dato, rosso richiesto, in attesa'],
  [{ status: 'giallo', stale: true }, true, 'stale', 'Non aggiornato, ultimo stato noto giallo'],
  [{ status: 'giallo' }, false, 'stale', 'Non aggiornato, ultimo stato noto giallo'],
  [{ lamps: lampsWith({}) }, true, 'spento', 'Spento, confermato'],
  [{ status: null, lamps: lampsWith({ rosso: { on: true } }) }, true, 'ok', 'Rosso acceso, confermato'],
  [
    { lamps: lampsWith({ verde: { on: true, fresh: false } }) },
    true,
    'stale',
    'Non aggiornato, ultimo stato noto verde',
  ],
  [
    { lamps: VERDE_AND_ROSSO, pending: 'rosso' },
    true,
    'pending',
    'Verde e rosso accesi, rosso richiesto, in attesa',
  ],
  [{ status: 'arancio', ...DESIRED }, true, 'out-of-sync', 'Arancio acceso, chiesto rosso'],
  [{ status: 'spento', ...DESIRED }, true, 'out-of-sync', 'Spento, chiesto rosso'],
  [{ ...DESIRED }, false, 'stale', 'Non aggiornato, ultimo stato noto verde, chiesto rosso'],
  [{ error: true }, true, 'error', 'In errore, ultimo stato noto verde'],
  [{ error: true }, false, 'error', 'In errore, ultimo stato noto verde'],
  [{ error: true, status: null }, true, 'error', 'In errore, nessun dato'],
  [SEVERAL, true, 'error', 'In errore, più lampade accese: verde e rosso'],
  [SEVERAL, false, 'error', 'In errore, ultimo stato noto verde e rosso'],
  [
    { lamps: VERDE_AND_ROSSO, pending: 'rosso' },
    false,
    'stale',
    'Non aggiornato, ultimo stato noto verde e rosso, rosso richiesto, in attesa',
  ],
  [
    { error: true, pending: 'rosso', stale: true },
    true,
    'error',
    'In errore, ultimo stato noto verde, rosso richiesto, in attesa',
  ],
  [{ status: null }, true, 'never-heard', 'Nessun dato'],
  [{ status: null }, false, 'never-heard', 'Nessun dato'],
  [{ ...LANTERN, status: 'rosso' }, true, 'ok', 'Accesa, confermata'],
  [{ ...LANTERN, status: 'verde' }, true, 'spento', 'Spenta, confermata'],
  [
    { ...LANTERN, status: 'spento', pending: 'acceso' },
    true,
    'pending',
    'Spenta e confermata, accensione in attesa',
  ],
  [{ ...LANTERN, status: 'acceso' }, false, 'stale', 'Non aggiornata, ultimo stato noto accesa'],
  [{ ...LIT_LANTERN, error: true }, true, 'error', 'In errore, ultimo stato noto accesa'],
  [{ ...LANTERN, status: null, error: true }, true, 'error', 'In errore'],
  [
    { ...LIT_LANTERN, out_of_sync: true, desired: { ...DESIRED.desired, value: 'spento' } },
    true,
    'out-of-sync',
    'Accesa, chiesto lo spegnimento',
  ],
  [{ ...LANTERN, status: null }, true, 'never-heard', 'Stato sconosciuto'],
];

describe('a device is shown by what it said', () => {
  test.each(CASES)('%j with the link up %s is %s: "%s"', (changes, linkUp, kind, name) => {
    expect(viewStateOf(deviceRecord(changes), linkUp)).toMatchObject({ kind, name });
  });
});

describe('each lamp is drawn by its own word', () => {
  const lensesOf = (changes: Parameters<typeof deviceRecord>[0], linkUp = true) =>
    viewStateOf(deviceRecord(changes), linkUp).lenses;
  const MIXED = lampsWith({
    verde: { fresh: false },
    giallo: { on: null, said_at: null, fresh: false },
    arancio: { on: true },
  });

  test('lit, dark and fresh, last known, or never heard', () => {
    expect(lensesOf({ lamps: MIXED })).toEqual({
      verde: 'dark-last-known',
      giallo: 'unknown',
      arancio: 'lit',
      rosso: 'dark',
    });
  });

  test('with the link down all that is known is last known', () => {
    expect(lensesOf({ lamps: MIXED }, false)).toEqual({
      verde: 'dark-last-known',
      giallo: 'unknown',
      arancio: 'last-known',
      rosso: 'dark-last-known',
    });
  });

  test('in error no lamp is lit, and each keeps its last word', () => {
    expect(lensesOf({ lamps: MIXED, error: true, error_reason: 'Dispositivo non in linea' })).toEqual({
      verde: 'dark-last-known',
      giallo: 'unknown',
      arancio: 'last-known',
      rosso: 'dark',
    });
  });

  test('several lamps that are said to be lit are lit: that is the error', () => {
    expect(lensesOf(SEVERAL)).toEqual({ verde: 'lit', giallo: 'dark', arancio: 'dark', rosso: 'lit' });
  });

  test('a word of before never lights a lamp, whatever the device says of another one', () => {
    const lamps = lampsWith({ verde: { on: true, fresh: false } });
    expect(lensesOf({ lamps, stale: false })).toMatchObject({ verde: 'last-known', rosso: 'dark' });
  });
});
