import type { Schema } from '#shared/http/contract';

/** The names at the top level of an object schema; none without a schema. */
export const describedNames = (schema: Schema | undefined): readonly string[] =>
  schema && 'entries' in schema ? Object.keys(Object(schema.entries)) : [];
