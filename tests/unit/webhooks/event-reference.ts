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

const HEADING = `# Webhook events

What \`data\` holds, for each event; the envelope around it and how to verify it are in [webhooks.md](webhooks.md).
\`data\` carries ids, verdicts and reason codes, never documents or personal data: read the rest from the API.

\`referenceId\` is what the applicant was created with. Where \`createdBy\` is \`account\`, your own server chose it. Where it
is \`applicant\`, a visitor of the widget did, who may send any text, including the id of another customer of yours. It
proves nothing, so do not unlock anything for the customer that it names. Create applicants from your server and hand out
their \`applicantId\`, or require signed requests, whose \`referenceId\` your server has signed; in both cases compare
\`applicantId\` with the one that you know.

An event of a widget goes to that widget's registrations. One that belongs to none (direct checks, monitoring, disputes) goes
to every registration of the account with its service type and environment.

New fields may be added to any event. Ignore those you do not know. A field never changes its meaning or goes away:
[event-schemas.json](event-schemas.json) holds the JSON Schema of each, as \`GET /v1/developers/event-types\` returns them.

<!-- Generated from shared/events/catalogue.ts; \`npm run test:unit -- -u\` updates it. -->
`;

const EXAMPLE_DELIVERY = { id: 'whd_01KAJ3X1QM3B6C9D0E1F2G3H4J', createdAt: '2026-11-21T14:03:27.412Z' };

const typeOf = (shape: Shape): string => {
  if (shape.enum) return shape.enum.map((value) => `\`${value}\``).join(', ');
  if (shape.items) return shape.items.properties ? 'list of objects' : `list of ${typeOf(shape.items)}s`;
  if (shape.type === undefined) throw new TypeError('The event reference cannot describe this schema');
  return [shape.type].flat().join(' or ');
};

const rowsOf = (shape: Shape, prefix = ''): readonly string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
    `| \`${prefix}${name}\` | ${typeOf(field)} | ${field.description} |`,
    ...rowsOf(field, `${prefix}${name}.`),
    ...(field.items ? rowsOf(field.items, `${prefix}${name}[].`) : []),
  ]);

const exampleOf = (event: string, data: unknown): string => {
  const { id, createdAt } = EXAMPLE_DELIVERY;
  return `\`\`\`json\n${JSON.stringify({ id, event, createdAt, data }, null, 2)}\n\`\`\`\n`;
};

const sectionOf = ({ event, summary, data, example, direct }: DeliveredEvent): string =>
  `### ${event}

${summary}

| field of \`data\` | type | what it is |
|---|---|---|
${rowsOf(jsonSchema(data as Schema, 'output') as Shape).join('\n')}

${exampleOf(event, example)}${direct === undefined ? '' : `\nOf a check that was asked for directly:\n\n${exampleOf(event, direct)}`}`;

/** The reference of every event that a registration can receive, in Markdown, by service type. */
export const renderEventReference = (): string => {
  const groups = [...SERVICE_TYPES, null].map((serviceType) => ({
    title: serviceType === null ? 'Every service type' : `Service type \`${serviceType}\``,
    sections: DELIVERED_EVENTS.filter((event) => event.serviceType === serviceType).map(sectionOf),
  }));
  return [
    HEADING,
    ...groups
      .filter(({ sections }) => sections.length > 0)
      .map(({ title, sections }) => `## ${title}\n\n${sections.join('\n')}`),
  ].join('\n');
};
