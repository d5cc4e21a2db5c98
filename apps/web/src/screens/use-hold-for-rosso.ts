import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { HOLD_SETTING } from '@semaforo/contract/domain/command-rules';
import { counted } from '@semaforo/contract/domain/italian';
import type { HoldFor } from '../commands/colour-buttons.tsx';
import { useOwnSetting } from '../settings/use-own-setting.ts';

/**
 * Which colours the Comune of the user has to be held for, and what is said then: rosso, and any other while one of
 * those signals shows rosso (docs/rules.md#held-presses). Undefined without that setting.
 */
export function useHoldForRosso(targets: readonly DeviceStatusRecord[]): HoldFor | undefined {
  if (useOwnSetting(HOLD_SETTING) !== 'true') return undefined;
  const signals = counted(targets.length, ['semaforo', 'semafori']);
  const leavesRosso = targets.some(({ status }) => status === 'rosso');
  return (colour) => (colour === 'rosso' || leavesRosso ? `${colour} su ${signals}` : null);
}
