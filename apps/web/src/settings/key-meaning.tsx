import { knownSetting, meantSetting } from '@semaforo/contract/domain/known-settings';
import { UserText } from '../ui/user-text.tsx';

/** What a key is good for: the name of the setting, or that the product does not use it and which one it looks like. */
export function KeyMeaning({ settingKey }: { settingKey: string }) {
  if (settingKey === '') return null;
  const known = knownSetting(settingKey);
  if (known) return known.name;
  const meant = meantSetting(settingKey);
  return (
    <>
      Semaforo non usa questa chiave.
      {meant !== undefined && (
        <>
          {' '}
          Intendevi <UserText>{meant}</UserText>?
        </>
      )}
    </>
  );
}
