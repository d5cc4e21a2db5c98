import type { DeviceHour } from '@semaforo/contract/api/device-past';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { HourBar } from './hour-bar.tsx';

const VERDE: DeviceHour = { shown: 'verde', spoke: true, error: false };
const HOURS: DeviceHour[] = [
  { shown: null, spoke: false, error: false },
  { ...VERDE, spoke: false },
  { shown: 'rosso', spoke: true, error: true },
  ...Array.from({ length: 21 }, () => VERDE),
];

test('the bar says in words what it draws, hour by hour, of its own signal', async () => {
  const from = '2026-11-20T23:00:00.000Z';
  const devices = [
    { id: 1, hours: HOURS.map(() => VERDE) },
    { id: 7, hours: HOURS },
  ];
  fakeServer({ getDeviceHours: [200, { from, devices }] });
  showWithCache(<HourBar deviceId={7} />);
  const words =
    'Ultime 24 ore: rosso in 1, verde in 22; in errore in 1; forse in silenzio in 1; non si sa in 1';
  const bar = await screen.findByRole('img', { name: words });
  expect(bar.children[0]).toHaveAttribute('title', 'Dalle 00:00 alle 01:00: non si sa');
  expect(bar.children[1]).toHaveAttribute('title', 'Dalle 01:00 alle 02:00: verde, forse in silenzio');
  expect(bar.children[2]).toHaveAttribute('title', 'Dalle 02:00 alle 03:00: rosso, in errore');
});
