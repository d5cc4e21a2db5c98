import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1: of what is sent (`input`) or of what is answered (`output`). */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, override: shorten });
  return described;
}

/** A format says what its long pattern says again. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}
