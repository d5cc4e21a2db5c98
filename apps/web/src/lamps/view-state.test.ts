import { describe, expect, test } from 'vitest';
import { deviceRecord } from '../test/device-record.ts';
import { viewStateOf } from './view-state.ts';

type Case = [changes: Parameters<typeof deviceRecord>[0], linkUp: boolean, kind: string, name: string];

const LANTERN = { device_type: 'lanterna', topic: '/4/valdombra/l1' } as const;

const CASES: Case[] = [
  [{ status: 'arancio' }, true, 'confirmed', 'Arancio acceso, confermato'],
  [{ status: 'spento' }, true, 'spento', 'Spento, confermato'],
  [{ pending: 'arancio' }, true, 'pending', 'Verde acceso e confermato, arancio richiesto, in attesa'],
  [{ status: null, pending: 'rosso' }, true, 'pending', 'Nessun dato, rosso richiesto, in attesa'],
  [{ status: 'giallo', stale: true }, true, 'stale', 'Non aggiornato, ultimo stato noto giallo'],
  [{ status: 'giallo' }, false, 'stale', 'Non aggiornato, ultimo stato noto giallo'],
  [{ error: true }, true, 'error', 'In errore, nessuna lampada accesa'],
  [{ error: true }, false, 'error', 'In errore, nessuna lampada accesa'],
  [{ error: true, pending: 'rosso', stale: true }, true, 'error', 'In errore, nessuna lampada accesa'],
  [{ status: null }, true, 'no-data', 'Nessun dato'],
  [{ status: null }, false, 'no-data', 'Nessun dato'],
  [{ ...LANTERN, status: 'rosso' }, true, 'confirmed', 'Accesa, confermata'],
  [{ ...LANTERN, status: 'verde' }, true, 'spento', 'Spenta, confermata'],
  [
    { ...LANTERN, status: 'spento', pending: 'acceso' },
    true,
    'pending',
    'Spenta e confermata, accensione in attesa',
  ],
  [{ ...LANTERN, status: 'acceso' }, false, 'stale', 'Non aggiornata, ultimo stato noto accesa'],
  [{ ...LANTERN, error: true }, true, 'error', 'In errore'],
  [{ ...LANTERN, status: null }, true, 'no-data', 'Stato sconosciuto'],
];

describe('a device is shown by what it said', () => {
  test.each(CASES)('%j with the link up %s is %s: "%s"', (changes, linkUp, kind, name) => {
    expect(viewStateOf(deviceRecord(changes), linkUp)).toMatchObject({ kind, name });
  });
});
