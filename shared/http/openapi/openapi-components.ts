import { isDeepStrictEqual } from 'node:util';
import { NAME_KEYWORD } from '#shared/platform/described';
import type { JsonSchema } from './openapi-schema.ts';

/** The named schemas of a document, by their name. */
export type SchemaComponents = Map<string, JsonSchema>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts a schema among the components and returns a reference to it. */
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
 * A JSON Schema in which every named part is a reference to a component; the parts are added to the components.
 * Response schemas must be passed before request schemas.
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
    // What describes the place and not the schema itself is put beside the reference.
    const { description: said, default: preset, ...own } = converted;
    const component = { ...own, description };
    return {
      $ref: componentReference(components, nameFor(components, name, component, mode), component),
      ...(said !== undefined && said !== description && { description: said }),
      ...(preset !== undefined && { default: preset }),
    };
  };
  return convert(schema) as JsonSchema;
};
