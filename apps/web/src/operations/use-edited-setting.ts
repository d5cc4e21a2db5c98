import type { Setting } from '@semaforo/contract/api/settings';
import { meantSetting } from '@semaforo/contract/domain/known-settings';
import { useState } from 'react';
import type { Toast } from '../ui/toast.tsx';
import { useSaveSetting } from './user-settings.queries.ts';

type EditedSettingOptions = {
  userId: number;
  setting: Setting;
  onNotice: (notice: Toast) => void;
  /** Called with the key under which the setting was saved. */
  onSaved: (key: string) => void;
};

/**
 * What is typed into a setting. Key and value are saved together, and only when one of them differs. A new key that is
 * almost that of a known setting is first questioned, and saved by a press after that.
 */
export function useEditedSetting({ userId, setting, onNotice, onSaved }: EditedSettingOptions) {
  // Undefined while nothing is typed: then the row shows the stored setting, and leaving it saves nothing.
  const [typed, setTyped] = useState<Setting>();
  const shown = typed ?? setting;
  const [questioned, setQuestioned] = useState<string>();
  const save = useSaveSetting({ userId, onNotice, onSaved });

  /** `isPress`: by Enter. Leaving the row asks, but is no answer. */
  function saveChange(isCommandRequest: boolean) {
    const stored = save.isPending ? { key: save.variables.newKey, value: save.variables.value } : setting;
    const newKey = shown.key.trim();
    if (newKey === stored.key && shown.value === stored.value) {
      if (!save.isPending) setTyped(undefined);
      return;
    }
    const isAlmostKnown = newKey !== stored.key && meantSetting(newKey) !== undefined;
    if (isAlmostKnown && !(isCommandRequest && questioned === newKey)) {
      setQuestioned(newKey);
      return;
    }
    const change = { originalKey: stored.key, newKey, value: shown.value };
    save.mutate(change, {
      onSuccess: () => setTyped((since) => (since === typed ? undefined : since)),
    });
  }

  return {
    shown,
    type: (change: Partial<Setting>) => setTyped({ ...shown, ...change }),
    saveChange,
    /** True while the typed key waits for a second confirmation. */
    isQuestioned: typed !== undefined && questioned !== undefined && questioned === shown.key.trim(),
    isRefused: save.isError,
    isSaved: save.isSuccess,
  };
}
