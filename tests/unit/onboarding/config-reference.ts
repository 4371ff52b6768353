import type { Schema } from '#shared/http/contract';
import { jsonSchema } from '#shared/http/openapi/openapi-schema';
import { widgetConfigSections } from '#shared/onboarding/widgets/widget-config';

/** The parts of JSON Schema that the sections of a configuration use. */
interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly required?: readonly string[];
}

/**
 * The values that a field accepts if its description does not say. The API document has the bounds of texts and lists.
 */
const valuesOf = ({ enum: options, type, minimum, maximum, items }: Shape): readonly string[] => {
  if (options) return [options.map((value) => `\`${value}\``).join(', ')];
  if (type === 'integer' || type === 'number') return [`${minimum} to ${maximum}`];
  if (type === 'array') return [items?.enum ? 'list of module ids' : 'list'];
  return [];
};

const listOf = ({ properties = {}, required = [] }: Shape): string =>
  Object.entries(properties)
    .map(([name, shape]) => {
      const notes = [...valuesOf(shape), ...(required.includes(name) ? [] : ['optional'])];
      return `- \`${name}\`${notes.length > 0 ? ` (${notes.join('; ')})` : ''}: ${shape.description}`;
    })
    .join('\n');

const expectShape = (name: string): never => {
  throw new TypeError(`The section ${name} has no fields`);
};

const sectionOf = (name: string, shape: Shape): string => {
  const fields = shape.properties ? shape : (shape.additionalProperties ?? expectShape(name));
  return `### ${name}\n\n${shape.description}\n\n${listOf(fields)}`;
};

/** The fields of a configuration by section, in Markdown. */
export const configSections = (): string =>
  Object.entries(widgetConfigSections)
    .map(([name, schema]) => sectionOf(name, jsonSchema(schema as Schema, 'input') as Shape))
    .join('\n\n');
