import * as v from 'valibot';

/*
 * The descriptions of schemas for the API document, stored as the schemas' own metadata. Bundles leave them out: the
 * build replaces calls of these two functions by their first argument (scripts/bundle/plugins.ts).
 */

/** Keywords of JSON Schema that add to the schema itself. */
export interface SchemaFacts {
  readonly format?: 'date-time' | 'email' | 'uri';
  readonly type?: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  /** A component of the document that replaces the schema, because it describes the same values more closely. */
  readonly $ref?: string;
}

/** A timestamp as everywhere in the API: ISO 8601, UTC, with milliseconds. */
export const DATE_TIME: SchemaFacts = { format: 'date-time' };

/** An amount of money, or a count. */
export const WHOLE: SchemaFacts = { type: 'integer' };

/** The keyword that passes the name of a schema to the document. */
export const NAME_KEYWORD = 'x-name';

type Piped = v.GenericSchema & { readonly pipe: readonly [v.GenericSchema, ...v.GenericPipeItem[]] };

const isPiped = (schema: v.GenericSchema): schema is Piped => 'pipe' in schema;

const changesType = ({ kind }: v.GenericPipeItem): boolean => kind === 'transformation' || kind === 'schema';

const isChanging = (schema: v.GenericSchema): boolean =>
  isPiped(schema) && (isChanging(schema.pipe[0]) || schema.pipe.slice(1).some(changesType));

const pipe = v.pipe as unknown as (...items: readonly unknown[]) => v.GenericSchema;

/**
 * Adds metadata before the first transformation, because the document of an accepted value reads a pipe only up to
 * there.
 */
const annotated = (schema: v.GenericSchema, metadata: Readonly<Record<string, unknown>>): v.GenericSchema => {
  const annotation = v.metadata(metadata);
  if (!isPiped(schema)) return pipe(schema, annotation);
  const [first, ...rest] = schema.pipe;
  if (isChanging(first)) return pipe(annotated(first, metadata), ...rest);
  const changing = rest.findIndex(changesType);
  return pipe(first, ...rest.toSpliced(changing === -1 ? rest.length : changing, 0, annotation));
};

/** A schema with its description, a sentence or a phrase, for the API document. */
// @__NO_SIDE_EFFECTS__
export function described<S extends v.GenericSchema>(schema: S, description: string, facts: SchemaFacts = {}): S {
  return annotated(schema, { description, ...facts }) as S;
}

/**
 * A schema with its own name in the API document, such as `Applicant`. In code, `walletBody` is the schema of a thing,
 * `walletView` the function that shows it, `disputeResponse` a whole response and `riskTierSchema` a part of one.
 */
// @__NO_SIDE_EFFECTS__
export function component<S extends v.GenericSchema>(
  schema: S,
  name: string,
  description: string,
  facts: SchemaFacts = {},
): S {
  return annotated(schema, { description, ...facts, [NAME_KEYWORD]: { name, description } }) as S;
}
