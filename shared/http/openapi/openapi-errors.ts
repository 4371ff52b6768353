import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#shared/errors/api-error';
import { ERROR_DETAILS } from '#shared/errors/error-details';
import { ERROR_SAMPLES } from '#shared/errors/error-samples';
import { ERRORS, type ErrorCode, statusOf } from '#shared/errors/errors';
import type { Contract, Schema } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { type ErrorContent, type ErrorRow, errorBody, errorRow, GENERAL_ROW } from '#shared/http/error-rows';
import { inPascalCase } from './openapi-responses.ts';
import { type JsonSchema, jsonSchema } from './openapi-schema.ts';

/** Every error that an endpoint may return, by status, lowest first. */
export const errorsOf = (contract: Contract): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = declaredErrors(contract);
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]));
};

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

/** The schema of the content under a key of an error body that is the same for every code. */
const CONTENT_SCHEMAS: Readonly<Record<Exclude<ErrorContent, 'code' | 'details' | 'data'>, JsonSchema>> = {
  false: { type: 'boolean', const: false, description: 'Always false.' },
  statusError: { type: 'string', const: 'error', description: 'Always `error`.' },
  sentence: { type: 'string', description: 'What is wrong and what to do about it, for people.' },
};

const detailsSchemas: Readonly<Partial<Record<ErrorCode, 'problems' | Schema>>> = ERROR_DETAILS;

/** The `details` of a code; undefined for one that has none. */
const detailsSchema = (code: ErrorCode): JsonSchema | undefined => {
  const details = detailsSchemas[code];
  if (details === 'problems') {
    const items = { $ref: '#/components/schemas/Problem' };
    return { type: 'array', items, description: 'Every problem with the request.' };
  }
  return details && { ...jsonSchema(details, 'output'), description: 'What programs need to act on the code.' };
};

const dataSchema = ({ data }: ErrorRow): JsonSchema =>
  data ? jsonSchema(data.schema, 'output') : { type: 'object', additionalProperties: true };

/** The descriptions of bodies that name no code, by the names of their rows. */
const ROW_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ErrorMessage: 'An error of an endpoint that returns only a message.',
  ErrorText: 'An error of an endpoint that returns its message as `error`.',
  RateLimitError: 'The rate limit was exceeded. `Retry-After` says when to try again.',
};

/** Whether a body of this row names its code, so that each code has its own schema. */
const namesCode = ({ keys }: ErrorRow): boolean => Object.values(keys).includes('code');

/** The body of a code as an example. */
const exampleOf = (code: ErrorCode, row: ErrorRow): unknown => {
  const extras = { ...ERROR_SAMPLES[code], ...(row.data && { data: row.data.example }) };
  return errorBody(new ApiError(code, extras), row);
};

/** The schema of a body that names its code. */
const bodyOfCode = (code: ErrorCode, row: ErrorRow): JsonSchema => {
  const schemaOf = (content: ErrorContent): JsonSchema | undefined => {
    if (content === 'code') return { type: 'string', const: code, description: 'The code, for programs.' };
    if (content === 'details') return detailsSchema(code);
    return content === 'data' ? dataSchema(row) : CONTENT_SCHEMAS[content];
  };
  const properties = Object.entries(row.keys).flatMap(([key, content]) => {
    const schema = schemaOf(content);
    return schema ? [[key, schema] as const] : [];
  });
  return {
    description: ERRORS[code][1],
    ...objectOf(Object.fromEntries(properties), ['details']),
    examples: [exampleOf(code, row)],
  };
};

/**
 * What a client reads as `code` of a body that has no room for it, so that reading it of any error compiles. It equals no
 * code, so that comparing it with one leaves only the bodies of that code.
 */
const UNSENT_CODE = {
  type: 'string',
  const: '',
  description: 'Never sent: the code is in the header `X-Error-Code`.',
};

/** The schema of a body that does not name its code, filled for one code. */
const bodyOfRow = (code: ErrorCode, row: ErrorRow): JsonSchema => {
  const { name, keys } = row;
  const sent = Object.keys(keys).map((key) => [key, CONTENT_SCHEMAS[keys[key] as keyof typeof CONTENT_SCHEMAS]]);
  return {
    description: ROW_DESCRIPTIONS[name] ?? 'An error with additional fields.',
    ...objectOf({ ...Object.fromEntries(sent), code: UNSENT_CODE }, ['code']),
    examples: [exampleOf(code, row)],
  };
};

/** A body as a component: its name and its schema. */
const component = (code: ErrorCode, row: ErrorRow): readonly [name: string, schema: JsonSchema] => {
  if (!namesCode(row)) return [row.name, bodyOfRow(code, row)];
  return [`${inPascalCase(code)}${row === GENERAL_ROW ? 'Error' : row.name}`, bodyOfCode(code, row)];
};

const asList = (examples: unknown): readonly unknown[] => (Array.isArray(examples) ? examples : []);

const distinct = (examples: readonly unknown[]): readonly unknown[] => [
  ...new Map(examples.map((example) => [JSON.stringify(example), example])).values(),
];

/**
 * The schemas of the error bodies of some contracts, by the names of their components.
 *
 * @throws Error when two different bodies have one name.
 */
export const errorSchemas = (contracts: readonly Contract[]): ReadonlyMap<string, JsonSchema> => {
  const schemas = new Map<string, JsonSchema>([['Problem', PROBLEM]]);
  const bodies = contracts.flatMap((contract) =>
    [...errorsOf(contract)].flatMap(([status, codes]) =>
      codes.map((code) => component(code, errorRow(contract, status))),
    ),
  );
  for (const [name, schema] of bodies) {
    const { examples: known, ...rest } = schemas.get(name) ?? schema;
    const { examples, ...own } = schema;
    if (!isDeepStrictEqual(rest, own)) throw new Error(`Two error bodies of the API document are named ${name}`);
    schemas.set(name, { ...own, examples: distinct([...asList(known), ...asList(examples)]) });
  }
  return schemas;
};

/** The schema of the errors of one status: one of the bodies of its codes, distinguished by `code`. */
const errorSchema = (codes: readonly ErrorCode[], row: ErrorRow): JsonSchema => {
  const names = [...new Set(codes.map((code) => component(code, row)[0]))];
  const references = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const [first, ...others] = references;
  return first && others.length === 0 ? first : { oneOf: references };
};

/** The description of a response: its code with its sentence, or its codes if each body has its own. */
const responseText = (codes: readonly ErrorCode[]): string => {
  const [only, ...others] = codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`);
  return only !== undefined && others.length === 0 ? only : `One of ${codes.map((code) => `\`${code}\``).join(', ')}.`;
};

/** The OpenAPI response of one error status of an endpoint, without its headers. */
export const errorResponse = (contract: Contract, status: number, codes: readonly ErrorCode[]) => {
  const row = errorRow(contract, status);
  return {
    description: responseText(codes),
    content: {
      'application/json': {
        schema: errorSchema(codes, row),
      },
    },
  };
};
