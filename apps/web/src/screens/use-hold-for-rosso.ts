import { HOLD_SETTING } from '@semaforo/contract/domain/command-rules';
import { counted } from '@semaforo/contract/domain/italian';
import { useMemo } from 'react';
import type { HoldFor } from '../commands/color-buttons.tsx';
import { useOwnSetting } from '../operations/use-own-setting.ts';
import type { ScreenTargets } from './use-targets.ts';

/**
 * Which colors the Comune of the user has to be held for, and what is said then: rosso, and any other while one of
 * those signals shows rosso (docs/rules.md#held-presses). Undefined without that setting.
 */
export function useHoldForRosso({
  devices,
  targets,
}: Pick<ScreenTargets, 'devices' | 'targets'>): HoldFor | undefined {
  const isWanted = useOwnSetting(HOLD_SETTING) === 'true';
  const reached = useMemo(() => new Set(targets.map(({ id }) => id)), [targets]);
  const leavesRosso = useMemo(
    () => isWanted && devices.some(({ id, status }) => status === 'rosso' && reached.has(id)),
    [isWanted, devices, reached],
  );
  if (!isWanted) return undefined;
  const signals = counted(targets.length, ['semaforo', 'semafori']);
  return (color) => (color === 'rosso' || leavesRosso ? `${color} su ${signals}` : null);
}
