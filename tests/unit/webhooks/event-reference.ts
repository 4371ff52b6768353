import { DELIVERED_EVENTS, type DeliveredEvent, SERVICE_TYPES } from '#shared/events/catalogue';
import type { Schema } from '#shared/http/contract';
import { jsonSchema } from '#shared/http/openapi/openapi-schema';

/** The parts of a JSON Schema that the catalogue's schemas make. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const typeOf = (shape: Shape): string => {
  if (shape.enum) return shape.enum.map((value) => `\`${value}\``).join(', ');
  if (shape.items) return shape.items.properties ? 'list of objects' : `list of ${typeOf(shape.items)}s`;
  if (shape.type === undefined) throw new TypeError('The event reference cannot describe this schema');
  return [shape.type].flat().join(' or ');
};

/** The type of a field, where a reader would not expect a text. */
const typeNote = (field: Shape): string => {
  const type = typeOf(field);
  return type === 'string' ? '' : ` (${type})`;
};

/** A line for each field of a schema. The page says once what every event has. */
const rowsOf = (shape: Shape, prefix = ''): readonly string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    `${prefix}${name}` === 'environment'
      ? []
      : [
          `\`${prefix}${name}\`${typeNote(field)}: ${field.description}`,
          ...rowsOf(field, `${prefix}${name}.`),
          ...(field.items ? rowsOf(field.items, `${prefix}${name}[].`) : []),
        ],
  );

const linesOf = ({ data }: DeliveredEvent): readonly string[] => rowsOf(jsonSchema(data as Schema, 'output') as Shape);

/** The name of a line's field, in backticks. */
const nameOf = (line: string): string => line.slice(0, line.indexOf('`', 1) + 1);

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const sectionOf = (title: string, events: readonly DeliveredEvent[]): string => {
  const lines = new Set(events.flatMap(linesOf));
  const common = [...lines].filter((line) => events.every((event) => linesOf(event).includes(line)));
  const byName = Map.groupBy(
    [...lines].filter((line) => !common.includes(line)),
    nameOf,
  );
  const added = [...byName.values()].filter((ways) => ways.length === 1).flat();
  const eventLine = (event: DeliveredEvent): string => {
    const others = linesOf(event).filter((line) => !common.includes(line));
    const names = others.map(nameOf).filter((name) => !name.includes('[]'));
    const adds = names.length === 0 ? '' : ` Adds ${names.join(', ')}.`;
    const own = others.filter((line) => !added.includes(line)).map((line) => `\n  - ${line}`);
    return `- **${event.event}**: ${event.summary}${adds}${own.join('')}`;
  };
  const parts = [`## ${title}`, events.map(eventLine).join('\n'), `In every one:\n\n${bullets(common)}`];
  if (added.length > 0) parts.push(`Added:\n\n${bullets(added)}`);
  return parts.join('\n\n');
};

/** Every event that a registration can receive, in Markdown, by service type: its fields, and what each of them is. */
export const eventSections = (): string =>
  [...SERVICE_TYPES, null]
    .map((serviceType) => {
      const title = serviceType === null ? 'Every service type' : `Service type \`${serviceType}\``;
      return sectionOf(
        title,
        DELIVERED_EVENTS.filter((event) => event.serviceType === serviceType),
      );
    })
    .join('\n\n');
