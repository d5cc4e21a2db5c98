import { EXAMPLES } from '@semaforo/contract/api/examples';
import { z } from 'zod';

type Schema = z.core.$ZodType;

/** Where a field stands: its name, and that of the field around it. */
type Place = { name: string; parent: string };

/**
 * An example of what a schema takes, made of those of its fields (packages/contract/src/api/examples.ts). `name` is
 * that of the route. Throws for a field that has none, and when the whole is not one that the schema takes.
 */
export function exampleOf(schema: Schema, name: string): unknown {
  const example = make(schema, { name, parent: '' });
  if (!takes(schema, example)) throw new Error(`the example of ${name} is none: ${JSON.stringify(example)}`);
  return example;
}

function make(schema: Schema, place: Place): unknown {
  const named = namedExample(schema, place);
  if (named !== undefined) return named;
  const inner = innerOf(schema);
  if (inner) return make(inner, place);
  if (schema instanceof z.ZodObject) return makeObject(schema, place);
  if (schema instanceof z.ZodArray) return [make(schema.element, place)];
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => make(item, place));
  if (schema instanceof z.ZodRecord) return { [keyOf(schema)]: make(schema.valueType, place) };
  if (schema instanceof z.ZodUnion) return make(firstOf(schema.options, place), place);
  return usualExample(schema, place);
}

/** What stands around a value: that it may be null or missing, its default, what becomes of it. */
function innerOf(schema: Schema): Schema | undefined {
  if (schema instanceof z.ZodPipe) return schema.in;
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schema.def.innerType;
  }
}

/** All its fields. Where they exclude each other, the last optional ones are left out. */
function makeObject(schema: z.ZodObject, { name, parent }: Place): unknown {
  const shape: Readonly<Record<string, Schema>> = schema.shape;
  const example = Object.fromEntries(
    Object.entries(shape).map(([field, value]) => [
      field,
      make(value, { name: field, parent: name || parent }),
    ]),
  );
  const optional = Object.keys(shape).filter((field) => takes(shape[field], undefined));
  while (!takes(schema, example)) {
    const last = optional.pop();
    if (last === undefined) break;
    delete example[last];
  }
  return example;
}

function keyOf(schema: z.ZodRecord): string {
  return String(make(schema.keyType, { name: 'key', parent: '' }));
}

function firstOf(options: readonly Schema[], place: Place): Schema {
  const fitting = options.find((option) => takes(option, make(option, place)));
  if (!fitting) throw new Error(`no choice of ${place.name} has an example`);
  return fitting;
}

function namedExample(schema: Schema, { name, parent }: Place): unknown {
  const candidates = [...(EXAMPLES[`${parent}.${name}`] ?? []), ...(EXAMPLES[name] ?? [])];
  return candidates.find((value) => takes(schema, value));
}

function usualExample(schema: Schema, { name, parent }: Place): unknown {
  const example = usual(schema).find((value) => takes(schema, value));
  if (example === undefined) {
    throw new Error(`packages/contract/src/api/examples.ts has none of ${parent}.${name}`);
  }
  return example;
}

/** What a field of a kind is when nothing else is said. */
function usual(schema: Schema): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodBoolean) return [false];
  if (schema instanceof z.ZodNumber) return [1, 0];
  if (schema instanceof z.ZodISODateTime) return EXAMPLES['(instant)'] ?? [];
  if (schema instanceof z.ZodISODate) return EXAMPLES['(day)'] ?? [];
  if (schema instanceof z.ZodUnknown) return [{}];
  return [];
}

function takes(schema: Schema | undefined, value: unknown): boolean {
  return schema !== undefined && z.safeParse(schema, value).success;
}
