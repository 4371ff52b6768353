import type * as v from 'valibot';
import { LICENSE } from '#shared/http/openapi/openapi';
import { type JsonSchema, jsonSchema } from '#shared/http/openapi/openapi-schema';
import { GATEWAY_CONTRACT, GATEWAY_CONTRACT_VERSION } from '#shared/sources/http/gateway-contract';
import { GATEWAY_QUESTIONS } from '#shared/sources/http/gateway-questions';

const DESCRIPTION = `The contract of a gateway that an operator puts before real sources: the service calls it, and the gateway
calls whatever provider there is.

Every lookup is a POST with the query as JSON and the key of the source as bearer. The only responses that state
something are 200 with \`{"found": true, "facts": {…}}\`, and 200 with \`{"found": false}\` when the source confirms that it
has no such record. Any other status, a redirect, a body of another form or of more than a megabyte states nothing: the
lookup is then unavailable, never a verdict. Unknown fields of a response are ignored, and a field that a source does not
know is left out.

Each try has ten seconds from the connection to the last byte. A timeout, a broken connection, a response of another form, 408,
429 and any 5xx is tried again, three times in all; other statuses are not. So every lookup must be safe to repeat. After
several failures the gateway is left alone for 5 to 60 seconds.`;

const content = (schema: JsonSchema, rest: JsonSchema) => ({ 'application/json': { schema, ...rest } });

const resultOf = (facts: v.GenericSchema): JsonSchema => ({
  oneOf: [
    {
      type: 'object',
      description: 'The record exists.',
      required: ['found', 'facts'],
      properties: { found: { const: true }, facts: jsonSchema(facts, 'input') },
    },
    {
      type: 'object',
      description: 'The source confirms that there is no such record.',
      required: ['found'],
      properties: { found: { const: false } },
    },
  ],
});

const operationOf = (name: keyof typeof GATEWAY_QUESTIONS): JsonSchema => {
  const { summary, description, query, example } = GATEWAY_CONTRACT[name];
  return {
    operationId: name,
    summary,
    description,
    requestBody: { required: true, content: content(jsonSchema(query, 'input'), { example: example.query }) },
    responses: {
      200: {
        description: 'What the source says.',
        content: content(resultOf(GATEWAY_QUESTIONS[name].facts), {
          examples: {
            found: { summary: 'The record exists', value: { found: true, facts: example.facts } },
            notFound: { summary: 'There is no such record', value: { found: false } },
          },
        }),
      },
      401: { description: 'The key is wrong: unavailable, and not tried again.' },
      429: { description: 'Too many lookups: tried again a moment later.' },
      503: { description: 'The source cannot be asked: tried again a moment later.' },
    },
  };
};

/** The OpenAPI 3.1 document of the gateway's contract: docs/operate/source-gateway.openapi.json. */
export const sourceGatewayDocument = (): JsonSchema => ({
  openapi: '3.1.0',
  info: {
    title: 'Source gateway',
    version: GATEWAY_CONTRACT_VERSION,
    description: DESCRIPTION,
    license: LICENSE,
  },
  servers: [{ url: 'https://gateway.example', description: "The `baseUrl` of the source in the stage's secret." }],
  security: [{ sourceKey: [] }],
  paths: Object.fromEntries(
    (Object.keys(GATEWAY_QUESTIONS) as (keyof typeof GATEWAY_QUESTIONS)[]).map((name) => [
      `/${GATEWAY_QUESTIONS[name].path}`,
      { post: operationOf(name) },
    ]),
  ),
  components: {
    securitySchemes: {
      sourceKey: { type: 'http', scheme: 'bearer', description: "The `apiKey` of the source in the stage's secret." },
    },
  },
});
