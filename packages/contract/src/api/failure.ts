import { z } from 'zod';

/** The body of every error: an Italian sentence for the person and a kebab-case code for the program. */
export const failureSchema = z.strictObject({
  error: z.string(),
  code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
});

export type Failure = z.infer<typeof failureSchema>;
