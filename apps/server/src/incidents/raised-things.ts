import { CALM, type Damped, damp } from '@semaforo/contract/domain/alarm-rules';
import { addTo } from '@semaforo/contract/domain/group-by';
import { runInChunks } from '../platform/run-in-chunks.ts';
import { keyOf, notifiedOfTogether, type Raised, type RaisedTogether } from './plan-alarms.ts';

/** What is wrong for long enough, damped against what comes and goes. In memory: what was raised is in the database. */
export type RaisedThings = {
  /** Begins with what is raised already, as another server or a former process stored it. */
  begin: (raised: readonly Raised[]) => void;
  /**
   * Takes in what is wrong now, and resolves to all that is raised, those together of which one alarm tells. `frozen`:
   * of these nothing is known now, and nothing changes.
   */
  check: (
    wrong: readonly Raised[],
    at: { now: number; frozen: (thing: Raised) => boolean },
  ) => Promise<RaisedTogether>;
};

export function createRaisedThings(waits: { raiseAfterMs: number; clearAfterMs: number }): RaisedThings {
  const watched = new Map<string, Watched>();
  return {
    begin: (raised) => {
      watched.clear();
      for (const thing of raised)
        watched.set(keyOf(thing), { thing, damped: { isRaised: true, since: null, returns: 0 } });
    },
    check: async (wrong, { now, frozen }) => {
      const present = new Set<string>();
      await runInChunks(wrong, (some) => {
        for (const thing of some) {
          const key = keyOf(thing);
          present.add(key);
          watched.set(key, { thing, damped: watched.get(key)?.damped ?? CALM });
        }
      });
      const raised = new Map<string, Raised[]>();
      const lookAt = ([key, one]: [string, Watched]) => {
        const holds = present.has(key);
        if (!frozen(one.thing)) one.damped = damp(one.damped, { holds, now }, waitsFor(one.thing, waits));
        if (one.damped.isRaised) addTo(raised, notifiedOfTogether(one.thing), one.thing);
        if (isOver(one.damped) && !holds) watched.delete(key);
      };
      await runInChunks([...watched], (some) => {
        for (const one of some) lookAt(one);
      });
      return raised;
    },
  };
}

/** What these say was waited for already: the rule of a site, three minutes without an answer. It is raised at once. */
const WAITED_ALREADY: ReadonlySet<string> = new Set(['acqua alta', 'sensore muto', 'altra installazione']);

function waitsFor({ kind }: Raised, waits: { raiseAfterMs: number; clearAfterMs: number }) {
  return WAITED_ALREADY.has(kind) ? { ...waits, raiseAfterMs: 0 } : waits;
}

type Watched = { thing: Raised; damped: Damped };

function isOver({ isRaised, since }: Damped): boolean {
  return !isRaised && since === null;
}
