import type { z } from 'zod';
import { pageEvent } from './page-event.ts';

/** All that servers say to each other, by name, with the shape of each. What does not fit is not heard. */
export const busMessages = {
  /** An event for the open pages of one viewer, or of all. */
  page: pageEvent,
} satisfies Record<string, z.ZodType>;

export type BusMessages = { [Name in keyof typeof busMessages]: z.infer<(typeof busMessages)[Name]> };
