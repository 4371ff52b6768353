import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { ApiError, ERRORS, type ErrorCode, type ErrorShape, errorBody, statusOf } from '#shared/http/errors';
import type { JsonSchema } from './openapi-schema.ts';

/** Every error that an endpoint may answer with, by status, lowest first. */
export const errorsOf = (contract: Contract): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = declaredErrors(contract);
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]));
};

const failed: JsonSchema = { const: false, description: 'Always false.' };
const message: JsonSchema = { type: 'string', description: 'What is wrong and what to do, for people.' };
const code: JsonSchema = {
  type: 'string',
  description: 'A stable code for programs, of the closed list that each endpoint names.',
};
const anyObject: JsonSchema = { type: 'object', additionalProperties: true };
const moreDetails: JsonSchema = { ...anyObject, description: 'What the code says more.' };

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** The error bodies, by the names of their components (interface: Errors). */
const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    description: 'The general error body. `code` is for programs, `message` for people.',
    ...objectOf(
      {
        success: failed,
        status: { const: 'error', description: 'Always `error`.' },
        message,
        code,
        details: {
          description: 'Every problem of the request, or what the code says more.',
          anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Problem' } }, anyObject],
        },
      },
      ['details'],
    ),
  },
  Problem: {
    description: 'One problem of a request.',
    ...objectOf({
      path: { type: 'string', description: 'Where, dotted: `config.flow.order.2`.' },
      message: { type: 'string', description: 'What is wrong there.' },
    }),
  },
  ErrorMessage: { description: 'A refusal of an endpoint whose errors are a sentence.', ...objectOf({ message }) },
  PaymentError: {
    description: 'A refusal for want of money or budget.',
    ...objectOf({ message, code, details: moreDetails }, ['details']),
  },
  ErrorText: {
    description: 'A refusal of an endpoint whose errors are a sentence named `error`.',
    ...objectOf({ success: failed, error: message }),
  },
  RateLimitError: {
    description: 'Too many requests: `Retry-After` says when the next may come.',
    ...objectOf({ success: failed, message }),
  },
  EmailNotVerifiedError: {
    description: 'The password is right, and the address not verified yet: a new code was mailed.',
    ...objectOf({
      success: failed,
      error: { const: 'EMAIL_NOT_VERIFIED', description: 'The code of this refusal.' },
      message,
      data: {
        description: 'The account that waits for its code.',
        ...objectOf({
          requiresVerification: { const: true, description: 'The mailed code has to be entered first.' },
          userId: { type: 'string', description: "The account's id (`usr_`)." },
        }),
      },
    }),
  },
};

/** The schemas of the error bodies that operations or responses refer to, by the names of their components. */
export const errorSchemasIn = (documented: unknown): readonly (readonly [string, JsonSchema])[] => {
  const text = JSON.stringify([documented, ERROR_SCHEMAS]);
  return Object.entries(ERROR_SCHEMAS).filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
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
    return {
      allOf: [
        reference('Error'),
        { properties: { code: { type: 'string', enum: possible, description: 'Which refusal it is.' } } },
      ],
    };
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
