import { ApiError } from '#shared/errors/api-error';
import { ERRORS, type ErrorCode, statusOf } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { type ErrorContent, type ErrorRow, errorBody, errorRow } from '#shared/http/error-rows';
import { refusalName } from './openapi-responses.ts';
import { type JsonSchema, jsonSchema } from './openapi-schema.ts';

/** Every error that an endpoint may return, by status, lowest first. */
export const errorsOf = (contract: Contract): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = declaredErrors(contract);
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]));
};

const anyObject: JsonSchema = { type: 'object', additionalProperties: true };

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** One problem of a request, as `details` list it. */
const PROBLEM: JsonSchema = {
  description: 'A problem with a request.',
  ...objectOf({
    path: { type: 'string', description: 'The path of the field, with dots, such as `config.flow.order.2`.' },
    message: { type: 'string', description: 'What is wrong with the field.' },
  }),
};

/** The schema of the content under a key of an error body. */
const CONTENT_SCHEMAS: Readonly<Record<Exclude<ErrorContent, 'data'>, JsonSchema>> = {
  false: { const: false, description: 'Always false.' },
  statusError: { const: 'error', description: 'Always `error`.' },
  sentence: { type: 'string', description: 'What is wrong and what to do about it, for people.' },
  code: {
    type: 'string',
    description: 'A stable error code for programs. Each endpoint lists its codes.',
  },
  details: {
    description: 'Every problem with the request, or details about the error.',
    anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Problem' } }, anyObject],
  },
};

/** The descriptions of the bodies that several endpoints share, by the names of their rows. */
const ROW_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Error: 'An error.',
  ErrorMessage: 'An error of an endpoint that returns only a message.',
  ErrorMessageWithCode: 'An error with the details that a program needs to act on it.',
  ErrorText: 'An error of an endpoint that returns its message as `error`.',
  RateLimitError: 'The rate limit was exceeded. `Retry-After` says when to try again.',
};

const rowSchema = ({ name, keys, data }: ErrorRow): JsonSchema => {
  const described = (content: ErrorContent): JsonSchema =>
    content === 'data' ? (data ? jsonSchema(data.schema, 'output') : anyObject) : CONTENT_SCHEMAS[content];
  const entries = Object.entries(keys);
  return {
    description: ROW_DESCRIPTIONS[name] ?? 'An error with additional fields.',
    ...objectOf(
      Object.fromEntries(entries.map(([key, content]) => [key, described(content)])),
      entries.filter(([, content]) => content === 'details').map(([key]) => key),
    ),
  };
};

/**
 * The schemas of the error bodies of some contracts, by the names of their components.
 *
 * @throws Error when two different bodies have one name.
 */
export const errorSchemas = (contracts: readonly Contract[]): ReadonlyMap<string, JsonSchema> => {
  const rows = contracts.flatMap((contract) =>
    [...errorsOf(contract).keys()].map((status) => errorRow(contract, status)),
  );
  const schemas = new Map<string, JsonSchema>([['Problem', PROBLEM]]);
  for (const row of new Set(rows)) {
    if (schemas.has(row.name)) throw new Error(`Two error bodies of the API document are named ${row.name}`);
    schemas.set(row.name, rowSchema(row));
  }
  return schemas;
};

/** The schema of the errors of one status: their body, and which codes it may hold. */
const errorSchema = (codes: readonly ErrorCode[], { name, keys }: ErrorRow): JsonSchema => {
  const reference = { $ref: `#/components/schemas/${name}` };
  const codeKeys = Object.keys(keys).filter((key) => keys[key] === 'code');
  if (codeKeys.length === 0) return reference;
  const possible = { type: 'string', enum: codes, description: 'The error code.' };
  return { allOf: [reference, { properties: Object.fromEntries(codeKeys.map((key) => [key, possible])) }] };
};

const EXAMPLE_PROBLEMS = [{ path: 'name', message: 'Required' }];

/** What an error of a code adds to it, for examples. */
const exampleExtras = (code: ErrorCode, { data }: ErrorRow): ApiError['extras'] => ({
  ...(code === 'VALIDATION_FAILED' && { details: EXAMPLE_PROBLEMS }),
  ...(data && { data: data.example }),
});

const exampleName = (contract: Contract, status: number, code: ErrorCode): string =>
  refusalName([code], contract.errorRows?.[status]?.name, false);

/** The body of each refusal of some contracts as an example, by the names of their components. */
export const errorExamples = (contracts: readonly Contract[]): Readonly<Record<string, JsonSchema>> => {
  const examples = contracts.flatMap((contract) =>
    [...errorsOf(contract)].flatMap(([status, codes]) => {
      const row = errorRow(contract, status);
      return codes.map((code): [string, JsonSchema] => [
        exampleName(contract, status, code),
        { value: errorBody(new ApiError(code, exampleExtras(code, row)), row) },
      ]);
    }),
  );
  return Object.fromEntries(examples.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** The OpenAPI response of one error status of an endpoint, without its headers. */
export const errorResponse = (contract: Contract, status: number, codes: readonly ErrorCode[]) => {
  const row = errorRow(contract, status);
  const exampleOf = (code: ErrorCode) => ({ $ref: `#/components/examples/${exampleName(contract, status, code)}` });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: errorSchema(codes, row),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
};
