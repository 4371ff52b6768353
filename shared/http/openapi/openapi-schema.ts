import { toJsonSchema } from '@valibot/to-json-schema';
import type { Schema } from '#shared/http/contract';
import { NAME_KEYWORD } from '#shared/platform/described';

/** A JSON Schema of OpenAPI 3.1 (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A nullable schema in the usual short form: `type: ['string', 'null']`, with its description beside it. */
const nullable = ({ anyOf, ...rest }: Record<string, unknown>): Record<string, unknown> | undefined => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isRecord(anyOf[0]) || anyOf[1]?.type !== 'null') return undefined;
  const { type, description, ...value } = anyOf[0];
  if (NAME_KEYWORD in value) return undefined;
  const described = { ...(description !== undefined && { description }), ...rest };
  if (typeof type !== 'string' || 'enum' in value || 'const' in value)
    return { ...described, anyOf: [{ ...(type !== undefined && { type }), ...value }, anyOf[1]] };
  return { ...described, ...value, type: [type, 'null'] };
};

/**
 * A schema that says what generators of typed clients would otherwise guess: the type of a constant, and that a number needs
 * 64 bits; Go's would make it one of 32.
 */
const typed = (schema: Record<string, unknown>): Record<string, unknown> => {
  if ('const' in schema && !('type' in schema)) return { type: typeof schema['const'], ...schema };
  if (schema['type'] !== 'number') return schema;
  const { enum: values } = schema;
  return Array.isArray(values) && values.every(Number.isInteger)
    ? { ...schema, type: 'integer' }
    : { ...schema, format: 'double' };
};

/** A JSON Schema whose parts are typed, with all nullable ones in the short form. */
const forGenerators = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(forGenerators);
  if (!isRecord(node)) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forGenerators(value)]));
  return nullable(inside) ?? typed(inside);
};

/**
 * The JSON Schema of what a valibot schema accepts (`input`: up to its first transformation) or returns (`output`).
 * Checks that JSON Schema cannot express are left out, so the document promises slightly less than the service
 * enforces.
 */
export const jsonSchema = (schema: Schema, typeMode: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' });
  return forGenerators(rest) as JsonSchema;
};

/** Texts of a path or a query may represent whole numbers. Their metadata describes them as such. */
const asParameter = (schema: JsonSchema): JsonSchema => {
  if (schema['type'] !== 'integer') return schema;
  const { pattern: _, default: preset, ...rest } = schema;
  return { ...rest, ...(preset !== undefined && { default: Number(preset) }) };
};

/** One member of an object schema. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The members of a schema that describes a path or a query: one parameter each. */
export const membersOf = (schema: Schema | undefined): readonly Member[] => {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  if (!isRecord(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, member]) => ({
    name,
    required: names.includes(name),
    schema: asParameter(isRecord(member) ? member : {}),
  }));
};
