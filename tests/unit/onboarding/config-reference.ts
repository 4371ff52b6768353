import type { Schema } from '#shared/http/contract';
import { jsonSchema } from '#shared/http/openapi/openapi-schema';
import { widgetConfigSections } from '#shared/onboarding/widgets/widget-config';

/** The parts of a JSON Schema that the sections of a configuration make. */
interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly required?: readonly string[];
}

const HEADING = `# Fields of a widget's configuration

Every field of the six sections of \`config\`, with its bounds; all sections are required when a widget is created. What is
accepted although it will not work, and how open sessions follow a change, is in [widget-config.md](widget-config.md).

<!-- Generated from the schemas of shared/onboarding/widgets; \`npm run test:unit -- -u\` updates it. -->
`;

const lengths = ({ minLength = 0, maxLength }: Shape): string => {
  if (maxLength === undefined) return '';
  return minLength === 0 ? ` of at most ${maxLength} characters` : ` of ${minLength} to ${maxLength} characters`;
};

const typeOf = (shape: Shape): string => {
  if (shape.enum) return shape.enum.map((value) => `\`${value}\``).join(', ');
  if (shape.type === 'array' && shape.items) {
    if (shape.items.enum) return 'list of module ids, each once';
    return `list of at most ${shape.maxItems} texts${lengths(shape.items)}`;
  }
  if (shape.type === 'string') return `text${lengths(shape)}`;
  if (shape.type === 'integer' || shape.type === 'number') return `integer from ${shape.minimum} to ${shape.maximum}`;
  if (shape.type === 'boolean') return '`true` or `false`';
  throw new TypeError(`The reference cannot describe ${JSON.stringify(shape)}`);
};

const presence = (name: string, shape: Shape, required: readonly string[]): string => {
  if (required.includes(name)) return 'required';
  return shape.default === undefined ? 'optional' : `default \`${JSON.stringify(shape.default)}\``;
};

const table = ({ properties = {}, required = [] }: Shape): string => {
  const rows = Object.entries(properties).map(
    ([name, shape]) => `| \`${name}\` | ${typeOf(shape)} | ${presence(name, shape, required)} | ${shape.description} |`,
  );
  return `| field | value | | what it is |\n|---|---|---|---|\n${rows.join('\n')}\n`;
};

const expectShape = (name: string): never => {
  throw new TypeError(`The section ${name} has no fields`);
};

const sectionOf = (name: string, shape: Shape): string => {
  const fields = shape.properties ? shape : (shape.additionalProperties ?? expectShape(name));
  const keys = shape.properties
    ? ''
    : ' An object by module id; each value has these fields. The ids are in [modules.md](modules.md).';
  return `## config.${name}\n\n${shape.description}${keys}\n\n${table(fields)}`;
};

/** The reference of the fields of a configuration, in Markdown. */
export const renderConfigReference = (): string =>
  [
    HEADING,
    ...Object.entries(widgetConfigSections).map(([name, schema]) =>
      sectionOf(name, jsonSchema(schema as Schema, 'input') as Shape),
    ),
  ].join('\n');
