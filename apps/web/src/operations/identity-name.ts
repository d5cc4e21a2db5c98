import { useQuery } from '@tanstack/react-query';
import { publicSettingsQuery } from '../api/public-settings.ts';

/** What people call the identity by which they may log in; null where only passwords count. */
export function useIdentityName(): string | null {
  return useQuery(publicSettingsQuery).data?.oidcName ?? null;
}
