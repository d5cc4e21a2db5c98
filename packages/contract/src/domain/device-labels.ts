import type { DeviceType } from './channels.ts';

/** What devices of a type are called when they are counted. */
export const DEVICE_LABELS = {
  semaforo: ['semaforo', 'semafori'],
  lanterna: ['lanterna', 'lanterne'],
  misuratore: ['misuratore', 'misuratori'],
} as const satisfies Record<DeviceType, readonly [one: string, many: string]>;
