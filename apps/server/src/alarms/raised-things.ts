import { CALM, type Damped, damp } from '@semaforo/contract/domain/alarm-rules';
import { keyOf, type Raised } from './plan-alarms.ts';

/** What is wrong for long enough, damped against what comes and goes. In memory: what was raised is in the database. */
export type RaisedThings = {
  /** Begins with what is raised already, as another server or a former process stored it. */
  begin: (raised: readonly Raised[]) => void;
  /**
   * Takes in what is wrong now, and returns all that is raised. `frozen`: of these nothing is known now, and nothing
   * changes.
   */
  look: (
    wrong: readonly Raised[],
    at: { now: number; frozen: (thing: Raised) => boolean },
  ) => ReadonlyMap<string, Raised>;
};

export function createRaisedThings(waits: { raiseAfterMs: number; clearAfterMs: number }): RaisedThings {
  const watched = new Map<string, { thing: Raised; damped: Damped }>();
  return {
    begin: (raised) => {
      watched.clear();
      for (const thing of raised)
        watched.set(keyOf(thing), { thing, damped: { isRaised: true, since: null, returns: 0 } });
    },
    look: (wrong, { now, frozen }) => {
      const present = new Map(wrong.map((thing) => [keyOf(thing), thing]));
      for (const [key, thing] of present) {
        watched.set(key, { thing, damped: watched.get(key)?.damped ?? CALM });
      }
      const raised = new Map<string, Raised>();
      for (const [key, one] of watched) {
        const holds = present.has(key);
        if (!frozen(one.thing)) one.damped = damp(one.damped, { holds, now }, waits);
        if (one.damped.isRaised) raised.set(key, one.thing);
        if (isOver(one.damped) && !holds) watched.delete(key);
      }
      return raised;
    },
  };
}

function isOver({ isRaised, since }: Damped): boolean {
  return !isRaised && since === null;
}
