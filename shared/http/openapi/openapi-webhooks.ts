import { DELIVERED_EVENTS, type DeliveredEvent } from '#shared/events/catalogue';
import type { Schema } from '#shared/http/contract';
import { NAME_KEYWORD } from '#shared/platform/described';
import { type JsonSchema, jsonSchema } from './openapi-schema.ts';

const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

/** The headers of every delivery (interface: Events), and those of Standard Webhooks. */
const HEADERS = [
  header('X-Service-Event', 'The event type, the same as `event` in the body.'),
  header('X-Service-Delivery', 'The id of the delivery, the same as `id` in the body.'),
  header(
    'X-Service-Event-Id',
    'The id of the event (`sev_`), the same for every registration that receives it. Use it to deduplicate ' +
      'if several registrations share an endpoint.',
  ),
  header(
    'X-Service-Request-Id',
    'The `X-Request-Id` of the request that the event follows from. Quote it when you contact support. Missing for ' +
      'an event that follows from no request, such as a daily check.',
    { type: 'string' },
    false,
  ),
  header(
    'X-Service-Signature',
    'The signature: `t=<unix_seconds>,v1=<hmac_hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the ' +
      'signing secret. While rotations overlap, there is one `v1` for each secret, three at most: accept any of them.',
    {
      type: 'string',
      pattern: '^t=\\d{10}(,v1=[0-9a-f]{64}){1,3}$',
    },
  ),
  header('X-Service-Timestamp', 'The time of the signature, in Unix seconds.', { type: 'integer' }),
  header('webhook-id', 'The id of the delivery, for Standard Webhooks libraries.'),
  header('webhook-timestamp', 'The time of the signature in Unix seconds, for Standard Webhooks libraries.', {
    type: 'integer',
  }),
  header('webhook-signature', 'The signatures, for Standard Webhooks libraries: `v1,<base64>`, separated by spaces.'),
] as const;

/** `kyb.applicant.decision` as `KybApplicantDecisionEvent`. */
const schemaNameOf = (event: string): string =>
  `${event.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** `X-Service-Event` as `XServiceEvent`. */
const componentOf = ({ name }: { readonly name: string }): string =>
  name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** The headers of a delivery, by the names of their components. */
export const DELIVERY_HEADERS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  HEADERS.map((described) => [componentOf(described), described]),
);

const EXAMPLE_DELIVERY = { id: 'whd_01KAJ3X1J7Q4M8N2P6R0S5T9VB', createdAt: '2026-11-21T14:03:27.412Z' };

const deliveryOf = ({ event, serviceType, summary, data, example }: DeliveredEvent) => ({
  post: {
    operationId: event.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: `Sent to registrations of ${serviceType === null ? 'every service type' : `the service type \`${serviceType}\``}. The same delivery may arrive more than once: use its \`id\` to deduplicate.`,
    security: [{ deliverySignature: [] }],
    parameters: Object.keys(DELIVERY_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            [NAME_KEYWORD]: { name: schemaNameOf(event), description: summary },
            type: 'object',
            properties: {
              id: {
                type: 'string',
                description:
                  'The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`).',
              },
              event: { type: 'string', const: event, description: 'The event type.' },
              environment: {
                $ref: '#/components/schemas/Environment',
                description: 'Only in the event feed: the environment of the event.',
              },
              createdAt: { type: 'string', format: 'date-time', description: 'When the event happened.' },
              data: { description: 'Details of the event.', ...jsonSchema(data as Schema, 'output') },
            },
            required: ['id', 'event', 'createdAt', 'data'],
          },
          example: { ...EXAMPLE_DELIVERY, event, data: example },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'Received. Any other status, or no response within 10 seconds, is retried, with 5 attempts in all.',
      },
      '410': {
        description: 'Gone. The delivery is retried. If all 5 attempts receive a 410, the registration is deactivated.',
      },
    },
  },
});

/** The component of any event that a registration can receive, distinguished by `event`. */
export const webhookEventSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const references = DELIVERED_EVENTS.map(
    ({ event }) => [event, `#/components/schemas/${schemaNameOf(event)}`] as const,
  );
  return {
    WebhookEvent: {
      description: 'An event, as in webhooks and in the event feed. `event` says which `data` it has.',
      oneOf: references.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'event', mapping: Object.fromEntries(references) },
    },
  };
};

/** The `webhooks` of the OpenAPI document: every event of the catalogue that registrations can receive. */
export const openApiWebhooks = () =>
  Object.fromEntries(DELIVERED_EVENTS.map((definition) => [definition.event, deliveryOf(definition)]));
