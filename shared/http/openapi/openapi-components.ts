import { isDeepStrictEqual } from 'node:util';
import { NAME_KEYWORD } from '#shared/platform/described';
import type { JsonSchema } from './openapi-schema.ts';

/** The named schemas of a document, by their name. */
export type SchemaComponents = Map<string, JsonSchema>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds a schema to the components and returns a reference to it. */
const componentReference = (components: SchemaComponents, name: string, schema: JsonSchema): string => {
  const known = components.get(name);
  if (known !== undefined && !isDeepStrictEqual(known, schema))
    throw new Error(`Two schemas of the API document are named ${name}`);
  components.set(name, schema);
  return `#/components/schemas/${name}`;
};

/** The component name of a schema: request and response schemas may differ, for example by defaults. */
const nameFor = (components: SchemaComponents, name: string, schema: JsonSchema, mode: 'input' | 'output'): string => {
  const answered = components.get(name);
  return mode === 'input' && answered !== undefined && !isDeepStrictEqual(answered, schema) ? `${name}Input` : name;
};

/**
 * Replaces every named part of a JSON Schema by a reference to a component, and adds the parts to the components. Pass
 * response schemas before request schemas.
 *
 * @throws Error when two different schemas have one name.
 */
export const withReferences = (schema: unknown, components: SchemaComponents, mode: 'input' | 'output'): JsonSchema => {
  const convert = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convert);
    if (!isRecord(node)) return node;
    if (typeof node['$ref'] === 'string') {
      const { $ref, description } = node;
      return { $ref, ...(description !== undefined && { description }) };
    }
    const { [NAME_KEYWORD]: given, ...rest } = node;
    const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convert(value)]));
    if (!isRecord(given)) return converted;
    const { name, description } = given as { name: string; description: string };
    // What describes the place rather than the schema itself is put beside the reference.
    const { description: ownDescription, default: preset, ...own } = converted;
    const component = { ...own, description };
    return {
      $ref: componentReference(components, nameFor(components, name, component, mode), component),
      ...(ownDescription !== undefined && ownDescription !== description && { description: ownDescription }),
      ...(preset !== undefined && { default: preset }),
    };
  };
  return convert(schema) as JsonSchema;
};
