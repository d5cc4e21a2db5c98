import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../users.queries.ts';
import { firstStepsQuery, isUnderWay } from './first-steps.queries.ts';

/** The steps of the first start while an admin has some left; undefined for everyone else, and afterwards. */
export function useFirstStart(): FirstSteps | undefined {
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const { data } = useQuery({ ...firstStepsQuery, enabled: isAdmin });
  return isAdmin && data && isUnderWay(data) ? data : undefined;
}
