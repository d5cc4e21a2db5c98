import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../../platform/store.ts';
import { createStoredText } from '../../platform/stored-text.ts';
import { useCurrentUser } from '../users.queries.ts';
import { firstStepsQuery, isUnderWay } from './first-steps.queries.ts';

const hidden = createStoredText('first-start-hidden');

/** `done`: the last step was taken while the page was open. */
export type FirstStart = { facts: FirstSteps; done: boolean; hide: () => void };

/**
 * The steps of the first start while an admin has some left, and what comes after them; undefined for everyone else,
 * and once this browser was told to hide it.
 */
export function useFirstStart(): FirstStart | undefined {
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const isHidden = useStore(hidden) !== null;
  const { data } = useQuery({ ...firstStepsQuery, enabled: isAdmin && !isHidden });
  const underWay = isAdmin && data !== undefined && isUnderWay(data);
  const [wasUnderWay, setWasUnderWay] = useState(false);
  if (underWay && !wasUnderWay) setWasUnderWay(true);
  if (!isAdmin || isHidden || data === undefined || !(underWay || wasUnderWay)) return undefined;
  return { facts: data, done: !underWay, hide: () => hidden.set('true') };
}
