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

/** A line for each field of a schema. */
const rowsOf = (shape: Shape, prefix = ''): readonly string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
    `\`${prefix}${name}\` (${typeOf(field)}): ${field.description}`,
    ...rowsOf(field, `${prefix}${name}.`),
    ...(field.items ? rowsOf(field.items, `${prefix}${name}[].`) : []),
  ]);

const linesOf = ({ data }: DeliveredEvent): readonly string[] => rowsOf(jsonSchema(data as Schema, 'output') as Shape);

/** The name of a line's field, in backticks. */
const nameOf = (line: string): string => line.slice(0, line.indexOf(' '));

const sectionOf = (title: string, events: readonly DeliveredEvent[]): string => {
  const byName = Map.groupBy(new Set(events.flatMap(linesOf)), nameOf);
  const shared = [...byName.values()].filter((ways) => ways.length === 1).flat();
  const eventLine = (event: DeliveredEvent): string => {
    const own = linesOf(event).filter((line) => !shared.includes(line));
    const names = linesOf(event)
      .map(nameOf)
      .filter((name) => !name.includes('[]'));
    return [`- **${event.event}**: ${event.summary} ${names.join(', ')}.`, ...own.map((line) => `  - ${line}`)].join(
      '\n',
    );
  };
  return `## ${title}\n\n${events.map(eventLine).join('\n')}\n\n${shared.map((line) => `- ${line}`).join('\n')}`;
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
