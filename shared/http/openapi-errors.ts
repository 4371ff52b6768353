import type { Contract } from './contract.ts';
import { ApiError, ERRORS, type ErrorCode, type ErrorShape, errorBody, statusOf } from './errors.ts';
import type { JsonSchema } from './openapi-schema.ts';
import { touchesTable } from './table-access.ts';

/** The refusals that a contract's settings imply, each with whether they do. */
const IMPLIED: readonly (readonly [ErrorCode, (contract: Contract) => boolean])[] = [
  ['VALIDATION_FAILED', ({ path, query, body }) => Boolean(path || query || body)],
  ['MALFORMED_JSON', ({ body, consumes }) => body !== undefined && consumes === undefined],
  ['IDEMPOTENCY_KEY_INVALID', ({ idempotent }) => idempotent !== undefined],
  ['UNAUTHENTICATED', ({ caller }) => caller === 'account' || caller === 'admin'],
  ['CROSS_SITE_REQUEST', ({ caller, method }) => (caller === 'account' || caller === 'admin') && method !== 'GET'],
  ['FORBIDDEN', ({ caller }) => caller === 'admin'],
  ['IDEMPOTENCY_IN_PROGRESS', ({ idempotent }) => idempotent !== undefined],
  ['BODY_TOO_LARGE', ({ body }) => body !== undefined],
  ['UNSUPPORTED_CONTENT_TYPE', ({ body }) => body !== undefined],
  ['IDEMPOTENCY_KEY_REUSED', ({ idempotent }) => idempotent !== undefined],
  // Whoever asks for a credential refuses an address that sends too many that do not hold.
  ['RATE_LIMITED', ({ limit, caller }) => limit !== undefined || caller !== 'public'],
  ['INTERNAL_ERROR', () => true],
  ['SERVICE_UNAVAILABLE', touchesTable],
];

/** Every error that an endpoint may answer with, by status, lowest first. */
export const errorsOf = (contract: Contract): ReadonlyMap<number, readonly ErrorCode[]> => {
  const implied = IMPLIED.filter(([, holds]) => holds(contract)).map(([code]) => code);
  const codes = [...new Set([...implied, ...(contract.errors ?? [])])];
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]));
};

const text: JsonSchema = { type: 'string' };
const failed: JsonSchema = { const: false };

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** The error bodies, by the names of their components (interface: Errors). */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    description: 'The general error body. `code` is for programs, `message` for people.',
    ...objectOf(
      {
        success: failed,
        status: { const: 'error' },
        message: text,
        code: { ...text, description: 'A stable code of the closed list that each endpoint names.' },
        details: {
          description: 'Every problem of the request, or what the code says more.',
          anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Problem' } }, { type: 'object' }],
        },
      },
      ['details'],
    ),
  },
  Problem: {
    description: 'One problem of a request.',
    ...objectOf({ path: { ...text, description: 'Where, dotted: `config.flow.order.2`.' }, message: text }),
  },
  ErrorMessage: objectOf({ message: text }),
  PaymentError: objectOf({ message: text, code: text, details: { type: 'object' } }, ['details']),
  ErrorText: objectOf({ success: failed, error: text }),
  RateLimitError: objectOf({ success: failed, message: text }),
  EmailNotVerifiedError: objectOf({
    success: failed,
    error: { const: 'EMAIL_NOT_VERIFIED' },
    message: text,
    data: objectOf({ requiresVerification: { const: true }, userId: text }),
  }),
};

const componentOf = (code: ErrorCode, shape: ErrorShape): string => {
  const status = statusOf(code);
  if (status === 429) return 'RateLimitError';
  if (code === 'EMAIL_NOT_VERIFIED') return 'EmailNotVerifiedError';
  if (shape === 'message') return status === 402 ? 'PaymentError' : 'ErrorMessage';
  return shape === 'error' ? 'ErrorText' : 'Error';
};

const reference = (component: string): JsonSchema => ({ $ref: `#/components/schemas/${component}` });

/** The schema of the errors of one status: their common body, and which codes it may hold. */
const errorSchema = (codes: readonly ErrorCode[], shape: ErrorShape): JsonSchema => {
  const schemas = [...new Set(codes.map((code) => componentOf(code, shape)))].map((component) => {
    if (component !== 'Error') return reference(component);
    const possible = codes.filter((code) => componentOf(code, shape) === 'Error');
    return { allOf: [reference('Error'), { properties: { code: { enum: possible } } }] };
  });
  const [only] = schemas;
  return schemas.length === 1 && only ? only : { anyOf: schemas };
};

const exampleOf = (code: ErrorCode, shape: ErrorShape) => {
  const extras = code === 'EMAIL_NOT_VERIFIED' ? { data: { requiresVerification: true, userId: 'usr_01KAJ3V' } } : {};
  const details = [{ path: 'name', message: 'Required' }];
  return errorBody(new ApiError(code, code === 'VALIDATION_FAILED' ? { details } : extras), shape);
};

/** The OpenAPI response of one error status of an endpoint, without its headers. */
export const errorResponse = (contract: Contract, status: number, codes: readonly ErrorCode[]) => {
  const shape = contract.errorShapes?.[status] ?? 'general';
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: errorSchema(codes, shape),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, shape) }])),
      },
    },
  };
};
