import { expect, test } from 'vitest';
import { messageParts } from '../../notifications/channels/telegram/message-parts.ts';
import type { SignalView } from '../signal-view.ts';
import { describeSignals } from './describe-signals.ts';

const NOW = Date.parse('2026-11-21T13:32:00Z');

const signal = (label: string, state: Partial<SignalView> = {}): SignalView => ({
  id: 1,
  name: label,
  label,
  status: 'verde',
  updatedAt: NOW - 60_000,
  error: false,
  errorReason: null,
  stale: false,
  silent: false,
  pending: null,
  desired: null,
  outOfSync: false,
  inMaintenance: false,
  testing: false,
  words: state.status === undefined ? 'verde' : state.status,
  ...state,
});

test('/stato lists the signals by color, gravest first, then those whose color is unknown, and why', () => {
  const text = describeSignals({
    now: NOW,
    brokerConnected: true,
    signals: [
      signal('Piazza'),
      signal('Ponte', { status: 'rosso', updatedAt: NOW - 5000 }),
      signal('Scuola', { status: 'spento' }),
      signal('Argine', { pending: 'rosso' }),
      signal('Molo', { stale: true, status: 'giallo', updatedAt: NOW - 3 * 3_600_000 }),
      signal('Palasport', { silent: true, status: 'rosso', updatedAt: NOW - 200_000 }),
      signal('Cava', { status: null, updatedAt: null }),
      signal('Diga', { error: true, errorReason: 'Dispositivo non in linea' }),
    ],
  });
  expect(text).toBe(
    [
      '8 semafori alle 14:32 del 21/11/2026',
      '🔴 ROSSO: 1 semaforo\n• Ponte, 5 s fa',
      '🟢 VERDE: 2 semafori\n• Piazza, 1 min fa\n• Argine, 1 min fa, in attesa: rosso',
      '⚫ SPENTO: 1 semaforo\n• Scuola, 1 min fa',
      '🕓 NON AGGIORNATO: 1 semaforo\n• Molo, ultimo noto giallo 3 h fa',
      '🕓 TACE: 1 semaforo\n• Palasport, ultimo noto rosso 3 min fa',
      '❔ NESSUN DATO: 1 semaforo\n• Cava',
      '⚠️ IN ERRORE: 1 semaforo\n• Diga: Dispositivo non in linea (ultimo rapporto: 1 min fa)',
    ].join('\n\n'),
  );
});

test('/stato tells what a signal shows instead of what is desired, and names every lit lamp', () => {
  const desired = { value: 'rosso', since: NOW - 120_000, source: 'command' } as const;
  const text = describeSignals({
    now: NOW,
    brokerConnected: true,
    signals: [
      signal('Ponte', { status: 'arancio', desired, outOfSync: true }),
      signal('Argine', { status: 'rosso', words: 'verde e rosso', pending: 'rosso' }),
      signal('Molo', { status: 'rosso', words: 'verde e rosso', pending: 'rosso', stale: true }),
      signal('Fossa', { status: 'verde', desired, outOfSync: true, inMaintenance: true }),
      signal('Diga', {
        error: true,
        errorReason: 'Più lampade accese: verde e rosso',
        words: 'verde e rosso',
        desired,
        outOfSync: true,
      }),
    ],
  });
  expect(text).toContain(
    '• Ponte, 1 min fa, ≠ mostra arancio invece di rosso, chiesto alle 14:30 del 21/11/2026',
  );
  expect(text).toContain('• Argine, 1 min fa, accesi verde e rosso, in attesa: rosso');
  expect(text).toContain('• Fossa, 1 min fa, in MANUTENZIONE\n');
  expect(text).toContain('• Molo, ultimo noto verde e rosso 1 min fa, in attesa: rosso');
  expect(text).toMatch(/• Diga: Più lampade accese: verde e rosso .*≠ mostra verde e rosso invece di rosso/);
});

test('/stato shows no color of a signal in error, and never calls a dark signal green', () => {
  const text = describeSignals({
    now: NOW,
    brokerConnected: true,
    signals: [signal('Diga', { error: true, errorReason: 'Rotto' }), signal('Scuola', { status: 'spento' })],
  });
  expect(text).not.toMatch(/verde|allerta/i);
});

test('/stato begins with a warning while the broker is unreachable', () => {
  const text = describeSignals({
    now: NOW,
    brokerConnected: false,
    signals: [signal('Piazza', { stale: true })],
  });
  expect(text).toMatch(/^1 semaforo alle .*\n\n⚠️ Broker non raggiungibile/);
  expect(text).toContain('ultimo noto verde 1 min fa');
});

const many = (count: number, prefix: string, state: Partial<SignalView> = {}) =>
  Array.from({ length: count }, (_, index) => signal(`${prefix}${index}`, state));

test('/stato names three hundred signals in a few messages', () => {
  const text = describeSignals({
    now: NOW,
    brokerConnected: true,
    signals: [
      ...many(100, 'Verde'),
      ...many(100, 'Rosso', { status: 'rosso' }),
      ...many(100, 'Spento', { status: 'spento' }),
    ],
  });
  for (const prefix of ['Verde', 'Rosso', 'Spento']) {
    expect(text).toContain(`• ${prefix}0, 1 min fa\n`);
    expect(text).toContain(`• ${prefix}99, 1 min fa`);
  }
  expect(messageParts(text).length).toBeLessThanOrEqual(10);
});

test('/stato names the 300 most urgent signals, alerts before errors, and counts the rest', () => {
  const text = describeSignals({
    now: NOW,
    brokerConnected: true,
    signals: [
      ...many(1000, 'Verde'),
      ...many(1500, 'Diga', { error: true, errorReason: 'Rotto' }),
      ...many(20, 'Ponte', { status: 'giallo' }),
    ],
  });
  expect(text).toContain('🟡 GIALLO: 20 semafori\n• Ponte0, 1 min fa\n');
  expect(text).toContain('• Ponte19, 1 min fa\n\n🟢 VERDE: 1.000 semafori\n\n');
  expect(text).toMatch(/• Diga279: .*\n… e altri 1\.220$/);
});

test('/stato says so when a user has no signals', () => {
  expect(describeSignals({ now: NOW, brokerConnected: true, signals: [] })).toBe('Non ci sono semafori.');
});
