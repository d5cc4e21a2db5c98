import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { deviceRecord } from '@semaforo/testing/factories';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceStatuses, listDevices } from '../../api/device-snapshot.ts';
import { applyMessages } from '../../live/apply-messages.ts';
import { NewErrors } from './new-errors.tsx';

const POLE = deviceRecord({ id: 1, topic: '/3/v/s1', device_name: 'Palo di prova' });
const BROKEN = { ...POLE, error: true, error_reason: 'Dispositivo non in linea' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function page(...devices: DeviceStatusRecord[]) {
  const { container, rerender } = render(<NewErrors devices={devices} />);
  const read = (manner: string) => container.querySelector(`[aria-live=${manner}]`)?.textContent;
  return {
    become: (...next: DeviceStatusRecord[]) => rerender(<NewErrors devices={next} />),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    announced: () => [read('assertive'), read('polite')],
  };
}

test('a device that lights the new lamp before it darkens the former one is not announced', () => {
  const { become, pass, announced } = page(POLE);
  let statuses = createDeviceStatuses([POLE]);
  for (const [channel, message] of [
    ['out4', '1'],
    ['out1', '0'],
  ] as const) {
    statuses = applyMessages(statuses, [{ topic: `/3/v/s1/${channel}`, message }], Date.now());
    become(...listDevices(statuses));
    pass(40);
    expect(announced()).toEqual(['', '']);
  }
  pass(10_000);
  expect(announced()).toEqual(['', '']);
});

test('an error that stays is announced once, and its end politely', () => {
  const { become, pass, announced } = page(POLE);
  become(BROKEN);
  pass(1000);
  become({ ...BROKEN, updated_at: '2026-11-20T02:00:01.000Z' });
  expect(announced()).toEqual(['', '']);
  pass(1500);
  expect(announced()).toEqual(['In errore: Palo di prova', '']);
  become(POLE);
  expect(announced()).toEqual(['', 'Risolto: Palo di prova']);
});

test('an error that was there when the page opened is not announced, its end is', () => {
  const { become, pass, announced } = page(BROKEN);
  pass(10_000);
  expect(announced()).toEqual(['', '']);
  become(POLE);
  expect(announced()).toEqual(['', 'Risolto: Palo di prova']);
});

test('an error that begins as another ends is announced, and so is that end', () => {
  const bridge = deviceRecord({ id: 2, topic: '/3/v/s2', device_name: 'Ponte' });
  const brokenBridge = { ...bridge, error: true, error_reason: 'Dispositivo non in linea' };
  const { become, pass, announced } = page(BROKEN, bridge);
  become(BROKEN, brokenBridge);
  pass(1100);
  // Timers start again at each report: between two looks the error of the bridge has lasted long enough.
  become({ ...BROKEN, updated_at: '2026-11-20T02:00:01.000Z' }, brokenBridge);
  pass(450);
  become(POLE, brokenBridge);
  expect(announced()).toEqual(['In errore: Ponte', 'Risolto: Palo di prova']);
});

test('an error is announced although a timer fires a moment before its time', () => {
  const { become, pass, announced } = page(POLE);
  const real = performance.now.bind(performance);
  const started = real();
  // The clock is a millisecond behind the timers.
  vi.spyOn(performance, 'now').mockImplementation(() => Math.max(started, real() - 1));
  become(BROKEN);
  pass(1500);
  pass(500);
  expect(announced()).toEqual(['In errore: Palo di prova', '']);
});
