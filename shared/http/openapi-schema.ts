import { toJsonSchema } from '@valibot/to-json-schema';
import type { Schema } from './contract.ts';

/** A JSON Schema of OpenAPI 3.1 (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of what a valibot schema takes (`input`: up to its first transformation) or gives (`output`). Checks
 * that JSON Schema cannot say are left out: the document promises a little less than the service enforces.
 */
export const jsonSchema = (schema: Schema, typeMode: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' });
  return rest;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The texts that a path or a query carries may stand for whole numbers: so they are described by their metadata. */
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
