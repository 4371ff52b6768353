import { DELIVERED_EVENTS, type DeliveredEvent, SERVICE_TYPES } from '#shared/events/catalogue';
import type { Schema } from '#shared/http/contract';
import { jsonSchema } from '#shared/http/openapi/openapi-schema';

const fieldsOf = ({ data }: DeliveredEvent): readonly string[] => {
  const { properties = {} } = jsonSchema(data as Schema, 'output') as {
    properties?: Readonly<Record<string, unknown>>;
  };
  return Object.keys(properties);
};

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const sectionOf = (title: string, events: readonly DeliveredEvent[]): string => {
  const [first, ...others] = events.map(fieldsOf);
  const common = (first ?? []).filter((name) => others.every((fields) => fields.includes(name)));
  const lines = events.map((event) => {
    const added = fieldsOf(event).filter((name) => !common.includes(name));
    return `- **${event.event}**: ${event.summary}${added.length === 0 ? '' : ` Adds ${quoted(added)}.`}`;
  });
  return `## ${title}\n\n${lines.join('\n')}\n\nEach has ${quoted(common)}.`;
};

/** Every event that a registration can receive, in Markdown, by service type, with the names of its fields. */
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
