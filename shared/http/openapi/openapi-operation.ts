import type { ErrorCode } from '#shared/errors/errors';
import { takesForm, takesJson, takesMultipart } from '#shared/http/body';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Contract } from '#shared/http/contract';
import type { RequestExample } from '#shared/http/request-example';
import { errorResponse, errorsOf } from './openapi-errors.ts';
import { headersOf } from './openapi-headers.ts';
import { describedWithLimit } from './openapi-limits.ts';
import { requestHeadersOf } from './openapi-parameters.ts';
import { type NamedResponse, refusalName } from './openapi-responses.ts';
import { type JsonSchema, jsonSchema, type Member, membersOf } from './openapi-schema.ts';

/** One operation of the document; see the OpenAPI Specification 3.1.1, "Operation Object". */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  /** That integrators do not call it: OpenAPI Generator and Redocly leave such operations out. */
  readonly 'x-internal'?: true;
}

/** `create-widget` as `createWidget`. */
const operationIdOf = ({ name }: Pick<Contract, 'name'>): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const securityOf = ({ caller, query }: Contract): OpenApiOperation['security'] => {
  if (caller === 'account') return [{ accessToken: [] }, { tokenCookie: [] }, { secretKey: [] }];
  if (isAccountKind(caller)) return [{ accessToken: [] }, { tokenCookie: [] }];
  if (caller === 'provider') return [{ callbackSignature: [] }];
  const tokenInQuery = caller === 'embed' && membersOf(query).some(({ name }) => name === 'token');
  return tokenInQuery ? [{ embedToken: [] }] : [];
};

/** Whether integrators call an endpoint: all but those of administrators and providers. */
export const isForIntegrators = ({ caller }: Pick<Contract, 'caller'>): boolean =>
  caller !== 'admin' && caller !== 'provider';

/**
 * The tag of an operation: its group, except that providers' callbacks have their own tag, which generators can leave
 * out.
 */
export const tagOf = ({ caller, group }: Pick<Contract, 'caller' | 'group'>): string =>
  caller === 'provider' ? 'callbacks' : group;

/** What the text of a parameter represents. */
const representedBy = (type: unknown, text: unknown): unknown => {
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
};

/** A parameter, with its description beside its schema, where readers look for it. */
const parameterOf = ({ name, required, schema }: Member, place: 'path' | 'query', example: unknown): JsonSchema => {
  const { description, ...rest } = schema;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema: rest,
    // A text that represents a number or a boolean is shown as one in the document.
    ...(example !== undefined && { example: representedBy(rest['type'], example) }),
  };
};

const pathParameters = ({ route, path }: Contract, { path: examples = {} }: RequestExample): JsonSchema[] => {
  const described = membersOf(path);
  const names = Array.from(route.matchAll(/\{([^}+]+)\+?\}/g), ([, name = '']) => name);
  return names.map((name) => {
    const { schema } = described.find((member) => member.name === name) ?? { schema: { type: 'string' } };
    return parameterOf({ name, required: true, schema }, 'path', examples[name]);
  });
};

const parametersOf = (contract: Contract, example: RequestExample): JsonSchema[] => [
  ...pathParameters(contract, example),
  ...membersOf(contract.query).map((member) => parameterOf(member, 'query', example.query?.[member.name])),
  ...requestHeadersOf(contract),
];

/** A schema of fields with the files beside them, as a multipart body holds both. */
const withFiles = (schema: JsonSchema, files: NonNullable<Contract['files']>): JsonSchema => {
  const described = Object.entries(files).map(([name, { types, maxBytes, maxCount, maxTotalBytes }]) => {
    // `format` is for generators that support only OpenAPI 3.0; 3.1 has the media type.
    const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    const kinds = types.map((type) => type.toUpperCase()).join(', ');
    const together = maxTotalBytes === undefined ? '' : `, and ${maxTotalBytes} bytes together`;
    const each = maxCount === 1 ? 'The file' : 'The files';
    const description = `${each}: ${kinds} by content, at most ${maxBytes} bytes${maxCount === 1 ? '' : ' each'}${together}.`;
    return [
      name,
      maxCount === 1 ? { ...file, description } : { type: 'array', items: file, maxItems: maxCount, description },
    ];
  });
  const required = Object.keys(files).filter((name) => files[name]?.required);
  const properties = { ...(schema['properties'] as object | undefined), ...Object.fromEntries(described) };
  return { ...schema, properties, required: [...((schema['required'] as string[] | undefined) ?? []), ...required] };
};

/** The files of an example by their names, as the values of a multipart body. */
const contentsOf = (sent: NonNullable<RequestExample['files']>, rules: NonNullable<Contract['files']>) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, { content }]) => [name, rules[name]?.maxCount === 1 ? content : [content]]),
  );

const requestBodyOf = (
  { body, consumes, files = {} }: Contract,
  { body: example, files: sent }: RequestExample,
): JsonSchema | undefined => {
  if (!body) return undefined;
  const schema = jsonSchema(body, 'input');
  const required = Array.isArray(schema['required']) && schema['required'].length > 0;
  const shown = { schema, ...(example !== undefined && { example }) };
  const content = {
    ...(takesJson(consumes) && { 'application/json': shown }),
    ...(takesForm(consumes) && { 'application/x-www-form-urlencoded': shown }),
    ...(takesMultipart(consumes) && {
      'multipart/form-data': {
        schema: withFiles(schema, files),
        ...((sent || example) && { example: { ...example, ...contentsOf(sent ?? {}, files) } }),
      },
    }),
  };
  return { required, content };
};

/**
 * Links by the operation they refer to; see the OpenAPI Specification 3.1.1, "Link Object" and "Runtime Expressions".
 */
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

/**
 * The description of a success of one status. `200` beside `201` means that the endpoint found what it would have
 * created.
 */
const successText = ({ success }: Contract, status: number): string => {
  if (status === 201) return 'Created.';
  return 201 in success ? 'Success. It already existed.' : 'Success.';
};

const successResponse = (
  contract: Contract,
  status: number,
  { response: example, csv }: RequestExample,
): JsonSchema => {
  const schema = contract.success[status];
  const contentType = contract.produces === 'html' ? 'text/html' : 'application/json';
  const content = {
    schema: schema ? jsonSchema(schema, 'output') : {},
    ...(example !== undefined && { example }),
  };
  return {
    description: successText(contract, status),
    headers: headersOf(contract, status),
    content: {
      [contentType]: content,
      ...(contract.representations?.includes('csv') && {
        'text/csv': { schema: { type: 'string', description: 'The same as CSV (RFC 4180).' }, example: csv },
      }),
      ...(contract.representations?.includes('pdf') && {
        'application/pdf': {
          schema: { type: 'string', contentMediaType: 'application/pdf', description: 'The same as a document.' },
          example: '%PDF-1.7',
        },
      }),
    },
    ...(contract.links && { links: linksOf(contract) }),
  };
};

const refusal = (contract: Contract, status: number, codes: readonly ErrorCode[]): NamedResponse => {
  const isLimited = contract.limit !== undefined && status !== 429;
  return {
    // A deprecated endpoint shares no response: its own have further headers.
    name: contract.deprecated ? undefined : refusalName(codes, contract.errorRows?.[status]?.name, isLimited),
    response: { ...errorResponse(contract, status, codes), headers: headersOf(contract, status) },
  };
};

/** The refusals of an endpoint by status, each with its name if others share it. */
export const refusalsOf = (contract: Contract): ReadonlyMap<number, NamedResponse> =>
  new Map([...errorsOf(contract)].map(([status, codes]) => [status, refusal(contract, status, codes)]));

const successesOf = (contract: Contract, example: RequestExample): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.keys(contract.success).map((status) => [status, successResponse(contract, Number(status), example)]),
  );

/**
 * The operation of one endpoint, without its refusals.
 *
 * @param example a request to it and its response, without placeholders.
 */
export const operationOf = (contract: Contract, example: RequestExample): OpenApiOperation => {
  const requestBody = requestBodyOf(contract, example);
  const description = describedWithLimit(contract);
  return {
    operationId: operationIdOf(contract),
    tags: [tagOf(contract)],
    ...(!isForIntegrators(contract) && { 'x-internal': true }),
    summary: contract.summary,
    ...(description !== undefined && { description }),
    ...(contract.deprecated && { deprecated: true as const }),
    security: securityOf(contract),
    parameters: parametersOf(contract, example),
    ...(requestBody && { requestBody }),
    responses: successesOf(contract, example),
  };
};
