import { residentMemoryMb } from './process-memory.ts';
import { processorSeconds } from './process-time.ts';

const EVERY_MS = 5000;
const TAKEN_IN = /^semaforo_device_messages_total (\d+)/m;
const HOURS = 24;

/** One moment of the simulated day. */
export type DaySample = {
  hour: number;
  /** Percent of one processor that the server uses. */
  processor: number;
  memoryMb: number;
  /** Reports that were sent and that the server has not taken in. */
  queue: number;
  /** Devices that were commanded and have not confirmed. */
  unconfirmed: number;
};

/** Looks at the server every few seconds; to be started while all that was said is taken in. */
export async function startSampling(options: {
  pid: number;
  origin: string;
  dayMs: number;
  reported: () => number;
  unconfirmed: () => number;
}) {
  const { pid, origin, dayMs } = options;
  const takenIn = async () => {
    // A connection that lay idle may end as it is used again.
    const text = await fetch(`${origin}/metrics`, { headers: { connection: 'close' } }).then((answer) =>
      answer.text(),
    );
    return Number(TAKEN_IN.exec(text)?.[1] ?? 0);
  };
  const before = await untilStill(takenIn);
  const reportedBefore = options.reported();
  const missing = async () => options.reported() - reportedBefore - ((await takenIn()) - before);

  const samples: DaySample[] = [];
  const startedAt = performance.now();
  let last = { at: startedAt, used: processorSeconds(pid) };
  const timer = setInterval(() => {
    const [at, used] = [performance.now(), processorSeconds(pid)];
    const processor = ((used - last.used) / ((at - last.at) / 1000)) * 100;
    last = { at, used };
    const [hour, memoryMb, unconfirmed] = [
      ((at - startedAt) / dayMs) * HOURS,
      residentMemoryMb(pid),
      options.unconfirmed(),
    ];
    void missing().then((queue) => samples.push({ hour, processor, memoryMb, queue, unconfirmed }));
  }, EVERY_MS);
  return {
    startedAt,
    missing,
    stop: (): readonly DaySample[] => {
      clearInterval(timer);
      return samples;
    },
  };
}

/** The number once it has not changed from one look to the next. */
async function untilStill(read: () => Promise<number>): Promise<number> {
  for (let former = -1; ; ) {
    const now = await read();
    if (now === former) return now;
    former = now;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
