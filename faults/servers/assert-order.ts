import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { LampMessage } from '@semaforo/testing/signal-reports';

/** A command for a signal, in the order in which they were committed. `at` is when it came (epoch ms). */
export type Committed = { lamp: SignalColor; at: number };

/**
 * Whether the lamps that a signal was commanded to light are in the order in which its commands were committed: each
 * of the present command or of a later one, and never again of an earlier one. Returns what came out of order.
 */
export function assertOrder(sent: readonly LampMessage[], committed: readonly Committed[]): string[] {
  const wrong: string[] = [];
  let present = 0;
  for (const { lamp, on, at } of sent) {
    if (!on) continue;
    const found = committed.findIndex((one, index) => index >= present && one.lamp === lamp && one.at <= at);
    if (found < 0) wrong.push(`told ${lamp} after command ${present + 1} of ${committed.length}`);
    else present = found;
  }
  return wrong;
}
