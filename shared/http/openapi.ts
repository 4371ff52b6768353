import type { Contract } from './contract.ts';
import { ERROR_SCHEMAS, errorResponse, errorsOf } from './openapi-errors.ts';
import { headersOf, RESPONSE_HEADERS } from './openapi-headers.ts';
import { REQUEST_HEADERS, requestHeadersOf } from './openapi-parameters.ts';
import { type JsonSchema, jsonSchema, membersOf } from './openapi-schema.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';

/** One operation of the document; see the OpenAPI Specification 3.1.1, "Operation Object". */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** An OpenAPI 3.1 document, as far as this service fills one. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const INFO = {
  title: 'Business verification (KYB) API',
  version: '1.0.0',
  description:
    'Onboarding widgets, applicants, wallets and signed webhooks. Money is in kobo (1 naira = 100 kobo), timestamps are ISO 8601 UTC.',
};

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a login: the value of its `token` cookie.',
  },
  tokenCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'token',
    description: 'As browsers send it. Requests that change something must come from our own web origins.',
  },
  embedToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: "A widget's embed link token (`elt_`). Requests with a body carry it there as `token`.",
  },
} as const;

/** `create-widget` as `createWidget`. */
const operationIdOf = ({ name }: Pick<Contract, 'name'>): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const securityOf = ({ caller, query }: Contract): OpenApiOperation['security'] => {
  if (caller === 'account' || caller === 'admin') return [{ accessToken: [] }, { tokenCookie: [] }];
  const tokenInQuery = caller === 'embed' && membersOf(query).some(({ name }) => name === 'token');
  return tokenInQuery ? [{ embedToken: [] }] : [];
};

const pathParameters = ({ route, path }: Contract): JsonSchema[] => {
  const described = membersOf(path);
  const names = Array.from(route.matchAll(/\{([^}+]+)\+?\}/g), ([, name = '']) => name);
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: described.find((member) => member.name === name)?.schema ?? { type: 'string' },
  }));
};

const parametersOf = (contract: Contract): JsonSchema[] => [
  ...pathParameters(contract),
  ...membersOf(contract.query).map((member) => ({ in: 'query', ...member })),
  ...requestHeadersOf(contract),
];

const requestBodyOf = ({ body, consumes }: Contract): JsonSchema | undefined => {
  if (!body) return undefined;
  const schema = jsonSchema(body, 'input');
  const required = Array.isArray(schema['required']) && schema['required'].length > 0;
  const contentType = consumes === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required, content: { [contentType]: { schema } } };
};

/** Links by the operation they lead to; see the OpenAPI Specification 3.1.1, "Link Object" and "Runtime Expressions". */
const linksOf = ({ links = [] }: Contract): JsonSchema =>
  Object.fromEntries(
    links.map(({ to, parameters }) => {
      const operationId = operationIdOf({ name: to });
      const filled = Object.entries(parameters).map(([name, field]) => [
        name,
        `$response.body#/${field.replaceAll('.', '/')}`,
      ]);
      return [operationId, { operationId, parameters: Object.fromEntries(filled) }];
    }),
  );

const successResponse = (contract: Contract, status: number): JsonSchema => {
  const schema = contract.success[status];
  const contentType = contract.produces === 'html' ? 'text/html' : 'application/json';
  return {
    description: status === 201 ? 'Created' : 'Done',
    headers: headersOf(contract, status),
    content: { [contentType]: { schema: schema ? jsonSchema(schema, 'output') : {} } },
    ...(contract.links && { links: linksOf(contract) }),
  };
};

const responsesOf = (contract: Contract): Record<string, JsonSchema> => {
  const successes = Object.keys(contract.success).map(Number);
  return Object.fromEntries([
    ...successes.map((status) => [status, successResponse(contract, status)] as const),
    ...[...errorsOf(contract)].map(
      ([status, codes]) =>
        [status, { ...errorResponse(contract, status, codes), headers: headersOf(contract, status) }] as const,
    ),
  ]);
};

const operationOf = (contract: Contract): OpenApiOperation => {
  const requestBody = requestBodyOf(contract);
  return {
    operationId: operationIdOf(contract),
    tags: [contract.group],
    summary: contract.summary,
    ...(contract.description !== undefined && { description: contract.description }),
    security: securityOf(contract),
    parameters: parametersOf(contract),
    ...(requestBody && { requestBody }),
    responses: responsesOf(contract),
  };
};

const pathsOf = (contracts: readonly Contract[]): OpenApiDocument['paths'] => {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const contract of contracts) {
    paths[contract.route] = { ...paths[contract.route], [contract.method.toLowerCase()]: operationOf(contract) };
  }
  return paths;
};

/**
 * The OpenAPI 3.1 document of an API: paths, parameters, bodies, every success and every error that its contracts say
 * or imply, and the webhooks that are sent. Endpoints that only some stages have are left out: the document is the same for all.
 *
 * @param serverUrl where the API is, without `/v1`; left out, the document speaks of the host that serves it.
 */
export const openApiDocument = (
  contracts: readonly Contract[],
  { serverUrl }: { readonly serverUrl?: string } = {},
): OpenApiDocument => {
  const everywhere = contracts.filter(({ onlyWhere }) => onlyWhere === undefined);
  return {
    openapi: '3.1.1',
    info: INFO,
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
    tags: [...new Set(everywhere.map(({ group }) => group))].map((name) => ({ name })),
    paths: pathsOf(everywhere),
    webhooks: openApiWebhooks(),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: ERROR_SCHEMAS,
      headers: RESPONSE_HEADERS,
      parameters: REQUEST_HEADERS,
    },
  };
};
