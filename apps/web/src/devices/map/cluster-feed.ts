import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isSignalColor, SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { DeviceStatuses } from '../../api/device-snapshot.ts';
import { confirmedStatusOf, type ShownState, shownStateOf } from '../../lamps/shown-state.ts';
import { IN_ERROR, type Mark, OUT_OF_SYNC, type Places, type Viewport } from './cluster-index.ts';
import type { FromWorker, Notified, ToWorker } from './cluster-messages.ts';

type Block = DeviceStatuses['blocks'][number];
type NamedPlaces = Places & { topics: string[] };
type DeviceMark = Extract<Mark, { kind: 'device' }>;

/** What the page draws: a cluster, or a device by its topic. */
export type ShownMark = Exclude<Mark, DeviceMark> | (Omit<DeviceMark, 'index'> & { topic: string });

export type ClusterFeed = ReturnType<typeof openClusterFeed>;

/**
 * Lets a worker compute the clusters, so that the page stays fast with many devices. Every answer goes to `onMarks`;
 * `onBusy` is told whether another is awaited.
 */
export function openClusterFeed(onMarks: (marks: ShownMark[]) => void, onBusy: (isBusy: boolean) => void) {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
  const placesOf = createPlacesOf();
  let fed: NamedPlaces | undefined;
  let revision = 0;
  let number = 0;
  const post = (notified: Notified) => {
    number += 1;
    onBusy(true);
    worker.postMessage({ ...notified, number } satisfies ToWorker);
  };

  worker.addEventListener('message', ({ data: answer }: MessageEvent<FromWorker>) => {
    if (answer.revision === revision) onMarks(answer.marks.map((mark) => named(mark, fed?.topics ?? [])));
    if (answer.number === number) onBusy(false);
  });

  return {
    /** Takes the current devices; the worker gets only what changed. */
    update(statuses: DeviceStatuses, linkUp: boolean): void {
      const next = placesOf(statuses, linkUp);
      const samePlaces =
        sameElements(fed?.positions, next.positions) && sameElements(fed?.topics, next.topics);
      const sameSigns = sameElements(fed?.signs, next.signs);
      fed = next;
      if (!samePlaces) {
        revision += 1;
        post({ kind: 'places', revision, positions: next.positions, signs: next.signs });
      } else if (!sameSigns) {
        post({ kind: 'signs', signs: next.signs });
      }
    },
    show: (viewport: Viewport) => post({ kind: 'viewport', viewport }),
    close: () => worker.terminate(),
  };
}

/** Returns a function that finds the places of all devices with a position. It keeps the places of unchanged blocks. */
function createPlacesOf() {
  let known = new Map<Block, NamedPlaces>();
  let knownLinkUp: boolean | undefined;

  return ({ blocks }: DeviceStatuses, linkUp: boolean): NamedPlaces => {
    if (linkUp !== knownLinkUp) known = new Map();
    knownLinkUp = linkUp;
    known = new Map(blocks.map((block) => [block, known.get(block) ?? placesInBlock(block, linkUp)]));
    const parts = [...known.values()];
    const topics = parts.flatMap((part) => part.topics);
    const positions = new Float64Array(2 * topics.length);
    const signs = new Uint8Array(topics.length);
    let filled = 0;
    for (const part of parts) {
      positions.set(part.positions, 2 * filled);
      signs.set(part.signs, filled);
      filled += part.signs.length;
    }
    return { topics, positions, signs };
  };
}

function placesInBlock(block: Block, linkUp: boolean): NamedPlaces {
  const topics: string[] = [];
  const positions = new Float64Array(2 * block.length);
  const signs = new Uint8Array(block.length);
  for (const record of block) {
    if (record.latitude === null || record.longitude === null) continue;
    const index = topics.push(record.topic) - 1;
    positions[2 * index] = record.longitude;
    positions[2 * index + 1] = record.latitude;
    signs[index] = signOf(record, linkUp);
  }
  return {
    topics,
    positions: positions.subarray(0, 2 * topics.length),
    signs: signs.subarray(0, topics.length),
  };
}

/** One byte for each device: the worker gets those of all. What is only the last known is no confirmed color. */
function signOf(device: DeviceStatusRecord, linkUp: boolean): number {
  const state = shownStateOf(device, linkUp);
  return colorSignOf(state) + (state.outOfSync ? OUT_OF_SYNC : 0);
}

function colorSignOf(state: ShownState): number {
  if (state.kind === 'error') return IN_ERROR;
  const status = confirmedStatusOf(state);
  return isSignalColor(status) ? SIGNAL_COLORS.indexOf(status) + 1 : 0;
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
