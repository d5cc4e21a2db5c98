import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TrafficLight } from './traffic-light.tsx';
import { viewStateOf } from './view-state.ts';

function litLamps(changes: Parameters<typeof deviceRecord>[0], linkUp = true): number {
  const { container, unmount } = render(<TrafficLight view={viewStateOf(deviceRecord(changes), linkUp)} />);
  const count = container.querySelectorAll('[data-lit]').length;
  unmount();
  return count;
}

test('a confirmed color lights exactly its lamp, and the light says so in words', () => {
  const { container } = render(<TrafficLight view={viewStateOf(deviceRecord(), true)} />);
  expect(container.querySelectorAll('[data-lit]')).toHaveLength(1);
  expect(screen.getByRole('img', { name: 'Verde acceso, confermato' })).toHaveTextContent('RAGV');
});

test('a pending command leaves the confirmed lamp lit and lights no other', () => {
  expect(litLamps({ pending: 'rosso' })).toBe(1);
});

test('no lamp is lit in error, in a stale state, without data or with the link down', () => {
  expect(litLamps({ error: true })).toBe(0);
  expect(litLamps({ stale: true })).toBe(0);
  expect(litLamps({ status: null })).toBe(0);
  expect(litLamps({ status: null, pending: 'rosso' })).toBe(0);
  expect(litLamps({}, false)).toBe(0);
});

test('each lens is drawn by its own word, and the requested one has a ring', () => {
  const lamps = lampsWith({
    verde: { on: true, fresh: false },
    giallo: { on: null, said_at: null, fresh: false },
    arancio: { fresh: false },
  });
  const view = viewStateOf(deviceRecord({ lamps, pending: 'rosso' }), true);
  const { container } = render(<TrafficLight view={view} />);
  const drawn = [...container.querySelectorAll('[data-lens]')].map((lens) => lens.getAttribute('data-lens'));
  expect(drawn).toEqual(['dark-last-known', 'unknown', 'last-known']);
  expect(container.querySelectorAll('[stroke-dasharray="5.2 3"]')).toHaveLength(1);
});

test('a light that differs from its command has the square sign, and in error only the triangle', () => {
  const desired = {
    value: 'rosso',
    since: '2026-11-20T01:00:00.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  const signs = (changes: Parameters<typeof deviceRecord>[0]) => {
    const view = viewStateOf(deviceRecord({ desired, out_of_sync: true, ...changes }), true);
    const { container } = render(<TrafficLight view={view} />);
    return container.querySelectorAll('[data-badge="out-of-sync"]').length;
  };
  expect(signs({})).toBe(1);
  expect(signs({ error: true })).toBe(0);
});
