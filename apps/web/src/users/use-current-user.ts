import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useAccessToken } from '../api/session.ts';

/** Who is logged in, as the server says; asked only while a token is stored. */
export function useCurrentUser() {
  const token = useAccessToken();
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => callRoute('getMe', { signal }),
    enabled: token !== null,
  });
}
