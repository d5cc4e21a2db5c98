import type { MonotonicClock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { PartTrouble } from './watch-alarms.ts';

const SILENT_AFTER_MS = 3 * 60_000;

type Ask = () => Promise<string | null>;

/**
 * `beat` is called while the server is well, and not while it is not, so that whoever watches notices a server that
 * cannot say so itself. `askPeer` asks another installation how it is (docs/rules.md#watchers). Both resolve to why it
 * failed; undefined: not set up.
 */
export function createWatchOutside(options: {
  beat: Ask | undefined;
  askPeer: Ask | undefined;
  isWell: () => Promise<boolean>;
  everyMs: number;
  monotonicClock: MonotonicClock;
  logger: Logger;
}) {
  const { beat, askPeer, everyMs, monotonicClock, logger } = options;
  let peerWellAt = monotonicClock.elapsedMs();
  let peerFailure: string | null = null;
  let beatFailure: string | null = null;
  const note = (former: string | null, failure: string | null, sentence: string) => {
    if (failure !== null && former === null) logger.warn({ reason: failure }, sentence);
    return failure;
  };
  const beating =
    beat &&
    createInterval({
      ...{ name: 'heartbeat', everyMs, logger },
      work: async () => {
        if (await options.isWell())
          beatFailure = note(beatFailure, await beat(), 'the heartbeat was not taken');
      },
    });
  const asking =
    askPeer &&
    createInterval({
      ...{ name: 'peer-watch', everyMs, logger },
      work: async () => {
        peerFailure = note(peerFailure, await askPeer(), 'the other installation is not well');
        if (peerFailure === null) peerWellAt = monotonicClock.elapsedMs();
      },
    });
  return {
    /** How the other installation is, for its alarm. */
    peerPart: (): PartTrouble => {
      const isSilent = monotonicClock.elapsedMs() - peerWellAt >= SILENT_AFTER_MS;
      const health = peerFailure !== null && isSilent ? 'bad' : askPeer ? 'ok' : 'off';
      return { kind: 'altra installazione', health, detail: peerFailure && `L’altra ${peerFailure}` };
    },
    start: () => {
      peerWellAt = monotonicClock.elapsedMs();
      beating?.start();
      asking?.start();
    },
    stop: () => Promise.all([beating?.stop(), asking?.stop()]),
  };
}
