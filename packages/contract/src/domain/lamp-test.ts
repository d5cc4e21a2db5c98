import type { DeviceStatus } from './channels.ts';
import { type Lamps, litLamps, shownBy } from './lamps.ts';

/** How long each lamp of a test stays lit once its device has answered, or should have (docs/rules.md#lamp-test). */
export const LAMP_TEST_STEP_MS = 3000;

/** A test is something that people watch. */
export const LAMP_TEST_AT_MOST = 200;

/**
 * What became of a device in a test: `rimessa`: it shows again what it showed; `non rimessa`: it did not confirm that;
 * `interrotta`: another command came, and counts.
 */
export const TESTED_STATES = ['in prova', 'rimessa', 'non rimessa', 'interrotta'] as const;

export type TestedState = (typeof TESTED_STATES)[number];

/** What is known of a device that is to be tested. */
export type LampTestFacts = {
  lamps: Lamps;
  /** True when what it shows was said in the present session of the link. */
  isFresh: boolean;
  /** True when something is desired of it. */
  isCommanded: boolean;
  isOutOfSync: boolean;
  isUnderWay: boolean;
  isInTest: boolean;
  hasAlert: boolean;
};

/** Why a device may not be tested, in Italian, as said of it. */
export type LampTestObstacle =
  | 'ha un comando in corso'
  | 'è già in prova'
  | 'ha un’allerta in corso'
  | 'mostra altro da ciò che gli è stato chiesto'
  | 'non ha ancora detto che cosa mostra adesso';

/**
 * What a device goes back to after a test: what it says that it shows, or dark when it never spoke and nothing was
 * asked of it. An obstacle when the test could not go back, or would be in the way of what counts.
 */
export function beginsLampTest(
  facts: LampTestFacts,
): { former: DeviceStatus } | { obstacle: LampTestObstacle } {
  if (facts.hasAlert) return { obstacle: 'ha un’allerta in corso' };
  if (facts.isInTest) return { obstacle: 'è già in prova' };
  if (facts.isUnderWay) return { obstacle: 'ha un comando in corso' };
  const shown = shownBy(facts.lamps);
  if (shown === null && !facts.isCommanded) return { former: 'spento' };
  if (facts.isOutOfSync || litLamps(facts.lamps).length > 1) {
    return { obstacle: 'mostra altro da ciò che gli è stato chiesto' };
  }
  if (shown === null || !facts.isFresh) return { obstacle: 'non ha ancora detto che cosa mostra adesso' };
  return { former: shown };
}
