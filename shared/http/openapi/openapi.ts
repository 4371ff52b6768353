import { API_VERSION } from '#shared/http/api-version';
import type { Contract } from '#shared/http/contract';
import type { RequestExamples } from '#shared/http/request-example';
import { type SchemaComponents, withReferences } from './openapi-components.ts';
import { errorSchemas } from './openapi-errors.ts';
import { RESPONSE_HEADERS } from './openapi-headers.ts';
import { type OpenApiOperation, operationOf, refusalsOf, tagOf } from './openapi-operation.ts';
import { REQUEST_HEADERS } from './openapi-parameters.ts';
import { sharedResponses } from './openapi-responses.ts';
import type { JsonSchema } from './openapi-schema.ts';
import { SERVING_HOST, type Server } from './openapi-servers.ts';
import { DELIVERY_HEADERS, openApiWebhooks, webhookEventSchemas } from './openapi-webhooks.ts';

/** An OpenAPI 3.1 document, with the parts that this service uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
    /** Whom integrators ask; only the document of a stage knows ({@link documentAt}). */
    readonly contact?: { readonly name: string; readonly email: string };
  };
  readonly servers: readonly Server[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The licence of our documents, which is not on the SPDX list (SPDX specification 2.3, clause 10). */
export const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-AllRightsReserved' } as const;

const INFO = {
  title: 'Business verification (KYB) API',
  version: API_VERSION,
  license: LICENSE,
  description: `Onboarding widgets, applicants, wallets and signed webhooks.

Fields whose names end with \`Kobo\` are amounts in kobo (1 naira = 100 kobo). Timestamps are ISO 8601, in UTC, with
milliseconds. Ids are opaque strings whose prefix shows the type of the object.

An error has a stable \`code\` for programs and a \`message\` for people. A 400 lists every problem with the request at once, in
\`details\`. Requests for objects that belong to somebody else return the same 404 as for objects that do not exist.

Send an \`Idempotency-Key\` to make a request safe to repeat. If a rate limit applies, the \`RateLimit-*\` headers show what is left
of it. If you exceed it, the response is a 429, and \`Retry-After\` says when to try again.`,
};

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session, which is the value of its `token` cookie.',
  },
  tokenCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'token',
    description:
      'The access token, as sent by browsers. Requests that change something must come from our own web origins.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret API key (`test_sk_` for the sandbox, `live_sk_` for live), for use on servers. It can access ' +
      'only its own environment. Publishable keys (`test_pk_`, `live_pk_`) do not authorise requests.',
  },
  embedToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The embed link token of a widget (`elt_`). Requests with a body send it in the body as `token`.',
  },
  callbackSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Paystack-Signature',
    description: 'The HMAC-SHA512 of the raw body, keyed with the secret key of the payment provider, in hex.',
  },
  deliverySignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature',
    description:
      'Sent by us with webhooks: the HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret of the ' +
      'registration.',
  },
} as const;

/** The operations with their refusals, and the refusals that several operations share. */
const withRefusals = (contracts: readonly Contract[], operations: readonly OpenApiOperation[]) => {
  const refusals = contracts.map(refusalsOf);
  const { components, stand } = sharedResponses(refusals.flatMap((byStatus) => [...byStatus.values()]));
  const complete = operations.map((operation, index) => {
    const own = [...(refusals[index] ?? [])].map(([status, named]) => [status, stand(named)]);
    return { ...operation, responses: { ...operation.responses, ...Object.fromEntries(own) } };
  });
  return { operations: complete, responses: components };
};

/**
 * Moves the named schemas of operations to the components: first those of all responses, then those of all requests.
 */
const withComponents = (operations: readonly OpenApiOperation[], components: SchemaComponents): OpenApiOperation[] => {
  const answered = operations.map((operation) => ({
    ...operation,
    responses: withReferences(operation.responses, components, 'output') as OpenApiOperation['responses'],
  }));
  return answered.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => withReferences(parameter, components, 'input')),
    ...(operation.requestBody && { requestBody: withReferences(operation.requestBody, components, 'input') }),
  }));
};

/** The security schemes that some operations or webhooks name. */
const schemesOf = (described: unknown) => {
  const text = JSON.stringify(described);
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => text.includes(`{"${name}":[]}`)));
};

const pathsOf = (contracts: readonly Contract[], operations: readonly OpenApiOperation[]): OpenApiDocument['paths'] => {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  contracts.forEach(({ route, method }, index) => {
    const operation = operations[index];
    if (operation) paths[route] = { ...paths[route], [method.toLowerCase()]: operation };
  });
  return paths;
};

const sorted = (components: SchemaComponents): Record<string, JsonSchema> =>
  Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Content of a document besides its contracts. */
export interface DocumentOptions {
  /** A request to each endpoint and its response, without placeholders. */
  readonly examples?: RequestExamples;
  /** The description of each group of endpoints. */
  readonly groups?: Readonly<Record<string, string>>;
}

/**
 * The OpenAPI 3.1 document of an API: paths, parameters, bodies, every success and every error that its contracts state
 * or imply, and the webhooks that are sent. Endpoints that only some stages have are left out, so that the document is
 * the same for all.
 */
export const openApiDocument = (
  contracts: readonly Contract[],
  { examples = {}, groups = {} }: DocumentOptions = {},
): OpenApiDocument => {
  const shown = contracts.filter(({ documented }) => documented !== false);
  const components: SchemaComponents = new Map();
  const webhooks = withReferences(openApiWebhooks(), components, 'output') as OpenApiDocument['webhooks'];
  const described = shown.map((contract) => operationOf(contract, examples[contract.name] ?? {}));
  const { operations, responses } = withRefusals(shown, withComponents(described, components));
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [SERVING_HOST],
    tags: [...new Set(shown.map(tagOf))].map((name) => ({
      name,
      ...(groups[name] !== undefined && { description: groups[name] }),
    })),
    paths: pathsOf(shown, operations),
    webhooks,
    components: {
      securitySchemes: schemesOf([operations, webhooks]),
      schemas: sorted(new Map([...components, ...errorSchemas(shown), ...Object.entries(webhookEventSchemas())])),
      ...(Object.keys(responses).length > 0 && { responses }),
      headers: RESPONSE_HEADERS,
      parameters: { ...REQUEST_HEADERS, ...DELIVERY_HEADERS },
    },
  };
};
