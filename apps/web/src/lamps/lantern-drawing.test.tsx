import { deviceRecord } from '@semaforo/testing/factories';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LanternMapIcon } from '../devices/map/lantern-map-icon.tsx';
import { DeviceDrawing } from './device-drawing.tsx';
import { viewStateOf } from './view-state.ts';

const lit = deviceRecord({ device_type: 'lanterna', status: 'acceso' });
const burnt = {
  ...lit,
  ...{ error: true, error_reason: 'Relè chiuso, lampada spenta' },
  lamps: lit.lamps.map((lamp) => ({ ...lamp, fault: 'burnt' as const })),
};

test('a lantern whose lamp is burnt is drawn so, as a signal is, and not as one of which little is known', () => {
  const signal = deviceRecord();
  const lamps = signal.lamps.map((lamp) => ({ ...lamp, fault: lamp.on ? ('burnt' as const) : null }));
  for (const drawing of [
    <DeviceDrawing key="signal" device={{ ...signal, lamps }} linkUp />,
    <DeviceDrawing key="lantern" device={burnt} linkUp />,
    <LanternMapIcon key="map" view={viewStateOf(burnt, true)} />,
  ]) {
    const { container } = render(drawing);
    expect(container.querySelectorAll('[data-lens="burnt"]')).toHaveLength(1);
    expect(container.querySelector('[data-lit], [fill="url(#hatched-glass)"]')).toBeNull();
  }
});
