import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { addMeasuredGauge } from './measured-gauge.ts';

/** Room on the disk of a folder (bytes): what the server may still write, and all there is. */
export type DiskSpace = { freeBytes: number; totalBytes: number };

/** Rejects when the folder cannot be looked at. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Shows processor, memory, files, garbage and loop lag of this process, and the room in the data folder. */
export function measureProcess(registry: Registry, dataDir: string): void {
  collectDefaultMetrics({ register: registry });
  addMeasuredGauge(registry, {
    name: 'semaforo_data_dir_free_bytes',
    help: 'Room that the server may still use on the disk of the data folder',
    read: async () => (await readDiskSpace(dataDir)).freeBytes,
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_data_dir_size_bytes',
    help: 'Size of the disk of the data folder',
    read: async () => (await readDiskSpace(dataDir)).totalBytes,
  });
}
