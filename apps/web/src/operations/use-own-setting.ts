import { useQuery } from '@tanstack/react-query';
import { mySettingsQuery } from '../api/my-settings.ts';

/** The value of one of the user's own settings; undefined without one, until they are read, and when not `enabled`. */
export function useOwnSetting(key: string, { enabled } = { enabled: true }): string | undefined {
  return useQuery({ ...mySettingsQuery, enabled }).data?.find((setting) => setting.key === key)?.value;
}
