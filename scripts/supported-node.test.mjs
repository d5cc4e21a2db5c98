import { expect, test } from 'vitest';
import { canRunOn } from './supported-node.mjs';

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '24.21.0', '25.1.0', '26.10.0'])(
  'Node %s can run Semaforo',
  (version) => {
    expect(canRunOn(version)).toBe(true);
  },
);

test.each(['14.21.3', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])(
  'Node %s is refused',
  (version) => {
    expect(canRunOn(version)).toBe(false);
  },
);
