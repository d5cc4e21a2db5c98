import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deviceRecord } from '../test/device-record.ts';
import { TrafficLight } from './traffic-light.tsx';
import { viewStateOf } from './view-state.ts';

function litLamps(changes: Parameters<typeof deviceRecord>[0], linkUp = true): number {
  const { container, unmount } = render(<TrafficLight view={viewStateOf(deviceRecord(changes), linkUp)} />);
  const count = container.querySelectorAll('[data-lit]').length;
  unmount();
  return count;
}

test('a confirmed colour lights exactly its lamp, and the light says so in words', () => {
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
