import { type BaseIssue, getDotPath, safeParse } from 'valibot';
import type { Contract, Schema } from './contract.ts';
import { ApiError, type Problem } from './errors.ts';

/** The three parts of a request that a contract describes. */
export interface RequestParts {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Problems reported of one request; a body made to have thousands gets no more answer than this. */
const MAX_PROBLEMS = 100;

/**
 * What a caller is told of one issue. The library's own messages end with the value they met; it is left out, because
 * an error must not carry a password or an address on to whoever logs it.
 */
const problemOf = (issue: BaseIssue<unknown>): Problem => ({
  path: getDotPath(issue) ?? '',
  message: issue.received === 'undefined' ? 'Required' : issue.message.replace(/(: | but )received .*$/is, ''),
});

const parsePart = (schema: Schema | undefined, input: unknown): { output: unknown; problems: readonly Problem[] } => {
  if (!schema) return { output: undefined, problems: [] };
  const result = safeParse(schema, input);
  return result.success
    ? { output: result.output, problems: [] }
    : { output: undefined, problems: result.issues.map(problemOf) };
};

/**
 * Parses path, query and body together. Unknown fields are dropped.
 *
 * @returns the parsed parts, or the error that names every problem of all three at once.
 */
export const parseRequest = (
  contract: Pick<Contract, 'path' | 'query' | 'body'>,
  parts: RequestParts,
): { readonly parts: RequestParts } | { readonly refusal: ApiError } => {
  const path = parsePart(contract.path, parts.path);
  const query = parsePart(contract.query, parts.query);
  const body = parsePart(contract.body, parts.body);
  const problems = [...path.problems, ...query.problems, ...body.problems];
  if (problems.length > 0) {
    return { refusal: new ApiError('VALIDATION_FAILED', { details: problems.slice(0, MAX_PROBLEMS) }) };
  }
  return { parts: { path: path.output, query: query.output, body: body.output } };
};
