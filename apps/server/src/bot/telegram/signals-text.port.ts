import type { Actor } from '../../platform/actor.ts';

/** The reply to `/stato`, in Italian: the signals that the user may see, by color, with their age and errors. */
export type DescribeSignals = (actor: Actor) => string;
