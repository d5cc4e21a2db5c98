import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isSignalColour, SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import type { DeviceStatuses } from '../../api/device-statuses.ts';
import { IN_ERROR, type Mark, type Places, type Viewport } from './cluster-index.ts';
import type { FromWorker, ToWorker } from './cluster-messages.ts';

type DeviceMark = Extract<Mark, { kind: 'device' }>;

/** What the page draws: a cluster, or a device by its topic. */
export type ShownMark = Exclude<Mark, DeviceMark> | (Omit<DeviceMark, 'index'> & { topic: string });

export type ClusterFeed = ReturnType<typeof openClusterFeed>;

/** Lets a worker group the devices, so that the page stays quick with many; every answer goes to `onMarks`. */
export function openClusterFeed(onMarks: (marks: ShownMark[]) => void) {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
  let fed: ReturnType<typeof placesOf> | undefined;
  let revision = 0;
  const tell = (message: ToWorker) => worker.postMessage(message);

  worker.addEventListener('message', ({ data: answer }: MessageEvent<FromWorker>) => {
    if (answer.revision === revision) onMarks(answer.marks.map((mark) => named(mark, fed?.topics ?? [])));
  });

  return {
    /** Takes the devices as they are now; the worker is told only what changed. */
    update(statuses: DeviceStatuses, linkUp: boolean): void {
      const next = placesOf(statuses, linkUp);
      const samePlaces =
        sameElements(fed?.positions, next.positions) && sameElements(fed?.topics, next.topics);
      const sameSigns = sameElements(fed?.signs, next.signs);
      fed = next;
      if (!samePlaces) {
        revision += 1;
        tell({ kind: 'places', revision, positions: next.positions, signs: next.signs });
      } else if (!sameSigns) {
        tell({ kind: 'signs', signs: next.signs });
      }
    },
    look: (viewport: Viewport) => tell({ kind: 'look', viewport }),
    close: () => worker.terminate(),
  };
}

function placesOf(statuses: DeviceStatuses, linkUp: boolean): Places & { topics: string[] } {
  const topics: string[] = [];
  const positions: number[] = [];
  const signs: number[] = [];
  for (const record of statuses.values()) {
    if (record.latitude === null || record.longitude === null) continue;
    topics.push(record.topic);
    positions.push(record.longitude, record.latitude);
    signs.push(signOf(record, linkUp));
  }
  return { topics, positions: Float64Array.from(positions), signs: Uint8Array.from(signs) };
}

/** A lantern's `rosso` means on, and what is only the last known is no confirmed colour. */
function signOf({ device_type, status, error, stale }: DeviceStatusRecord, linkUp: boolean): number {
  if (error) return IN_ERROR;
  if (device_type === 'lanterna' || stale || !linkUp) return 0;
  return isSignalColour(status) ? SIGNAL_COLOURS.indexOf(status) + 1 : 0;
}

function sameElements<T>(a: ArrayLike<T> | undefined, b: ArrayLike<T>): boolean {
  if (a?.length !== b.length) return false;
  for (let index = 0; index < b.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

function named(mark: Mark, topics: readonly string[]): ShownMark {
  if (mark.kind === 'cluster') return mark;
  const { index, ...place } = mark;
  return { ...place, topic: topics[index] ?? '' };
}
