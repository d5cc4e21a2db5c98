import { useQuery } from '@tanstack/react-query';
import { publicSettingsQuery } from '../api/public-settings.ts';

/** Whom to ask for help, as the installation says it; undefined where it says nothing. */
export function useSupportContact(): string | undefined {
  return useQuery(publicSettingsQuery).data?.supportContact ?? undefined;
}
