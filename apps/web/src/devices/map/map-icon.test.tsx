import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { viewStateOf } from '../../lamps/view-state.ts';
import { ClusterIcon, clusterName } from './cluster-icon.tsx';
import { LanternMapIcon } from './lantern-map-icon.tsx';
import { SignalMapIcon } from './map-icon.tsx';

type Changes = Parameters<typeof deviceRecord>[0];

function drawn(changes: Changes, linkUp = true) {
  const device = deviceRecord(changes);
  const Icon = device.device_type === 'lanterna' ? LanternMapIcon : SignalMapIcon;
  const { container } = render(<Icon view={viewStateOf(device, linkUp)} />);
  const icon = container.firstElementChild;
  return {
    lit: container.querySelectorAll('[data-lit]').length,
    flag: icon?.textContent,
    kind: icon?.getAttribute('data-kind'),
  };
}

test.each<[string, Changes, ReturnType<typeof drawn>]>([
  ['a confirmed color is lit, with its letter', { status: 'rosso' }, { lit: 1, flag: 'R', kind: 'ok' }],
  [
    'a pending command leaves the confirmed lamp lit',
    { pending: 'rosso' },
    { lit: 1, flag: 'V', kind: 'pending' },
  ],
  ['an error lights no lamp', { error: true }, { lit: 0, flag: '!', kind: 'error' }],
  ['a last known state lights no lamp', { stale: true }, { lit: 0, flag: 'V', kind: 'stale' }],
  [
    'a silent signal lights no lamp',
    { silent_since: '2026-11-20T02:00:00.000Z' },
    { lit: 0, flag: 'V', kind: 'silent' },
  ],
  ['an unknown state lights no lamp', { status: null }, { lit: 0, flag: '?', kind: 'never-heard' }],
  ['a dark signal lights no lamp', { status: 'spento' }, { lit: 0, flag: '–', kind: 'spento' }],
  [
    'a lantern that is on has rays',
    { device_type: 'lanterna', status: 'rosso' },
    { lit: 1, flag: '', kind: 'ok' },
  ],
  [
    'a lantern in error does not glow',
    { device_type: 'lanterna', status: 'acceso', error: true },
    { lit: 0, flag: '', kind: 'error' },
  ],
])('%s', (_title, changes, expected) => {
  expect(drawn(changes)).toEqual(expected);
});

test('two lamps that the device says are lit are both lit, under the sign of an error', () => {
  const lamps = lampsWith({ verde: { on: true }, rosso: { on: true } });
  const several = { lamps, error: true, error_reason: 'Più lampade accese: verde e rosso' };
  expect(drawn(several)).toEqual({ lit: 2, flag: '!', kind: 'error' });
});

test('a signal or lantern that differs from its command has the square sign', () => {
  const desired = {
    value: 'rosso',
    since: '2026-11-20T02:00:00.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  for (const device of [
    deviceRecord({ desired, out_of_sync: true }),
    deviceRecord({ device_type: 'lanterna', status: 'spento', desired, out_of_sync: true }),
  ]) {
    const Icon = device.device_type === 'lanterna' ? LanternMapIcon : SignalMapIcon;
    const { container } = render(<Icon view={viewStateOf(device, true)} />);
    expect(container.querySelectorAll('[data-badge="out-of-sync"]')).toHaveLength(1);
  }
});

test('with the link down no lamp is lit', () => {
  expect(drawn({}, false).lit).toBe(0);
  expect(drawn({ device_type: 'lanterna', status: 'acceso' }, false).lit).toBe(0);
});

test.each([
  [9, 'small', '9'],
  [10, 'medium', '10'],
  [99, 'medium', '99'],
  [100, 'large', '100'],
  [1_234, 'large', '1,2k'],
  [80_000, 'large', '80k'],
])('a cluster of %i is %s and reads %s', (count, size, words) => {
  const { container } = render(<ClusterIcon count={count} gravest={null} errors={0} outOfSync={0} />);
  expect(container.firstElementChild).toHaveAttribute('data-cluster', size);
  expect(container).toHaveTextContent(words);
});

test('a cluster is named with its gravest color, its errors and those that differ from their command', () => {
  expect(clusterName({ count: 46, gravest: 'rosso', errors: 1, outOfSync: 0 })).toBe(
    '46 dispositivi, il più grave rosso, 1 in errore',
  );
  expect(clusterName({ count: 8, gravest: null, errors: 0, outOfSync: 0 })).toBe('8 dispositivi');
  expect(clusterName({ count: 8, gravest: null, errors: 0, outOfSync: 2 })).toBe(
    '8 dispositivi, 2 diversi dal comando',
  );
});
