import { deviceRecord, managedDevice } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { csvOfRows } from '../../lists/columns.ts';
import { metricsColumns } from './metrics-columns.ts';
import { withLiveState } from './rows-by-owner.ts';

const live = deviceRecord({ status: 'rosso', stale: false });
const DEVICE = withLiveState(managedDevice({ name: 'Ponte', temp: 21.5 }), live);
const stateIn = (linkUp: boolean) => {
  const columns = metricsColumns(linkUp).filter(({ title }) => title === 'Stato' || title === 'Temp');
  return csvOfRows([DEVICE], columns).split('\r\n')[1];
};

test('a file says of a state that it is only the last known one', () => {
  expect(stateIn(true)).toBe('"rosso";"21,5"');
  expect(stateIn(false)).toBe('"rosso (ultimo noto)";"21,5"');
});
