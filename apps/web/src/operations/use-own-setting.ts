import { useQuery } from '@tanstack/react-query';
import { mySettingsQuery } from '../api/my-settings.ts';

/** The value of one of the user's own settings; undefined without one, and until they are read. */
export function useOwnSetting(key: string): string | undefined {
  return useQuery(mySettingsQuery).data?.find((setting) => setting.key === key)?.value;
}
