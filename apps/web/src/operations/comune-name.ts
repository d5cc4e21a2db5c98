import { COMUNE_NAME_SETTING } from '@semaforo/contract/domain/comune-name';
import { useOwnSetting } from './use-own-setting.ts';

/** The name that an admin has given the user's Comune; undefined without one, and until it is read. */
export function useComuneName(options?: { enabled: boolean }): string | undefined {
  return useOwnSetting(COMUNE_NAME_SETTING, options) || undefined;
}
