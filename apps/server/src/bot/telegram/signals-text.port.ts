import type { Actor } from '../../platform/actor.ts';

/** The answer to `/stato`: the signals that the user may see, by colour, with their age and errors, as plain Italian text. */
export type DescribeSignals = (actor: Actor) => string;
