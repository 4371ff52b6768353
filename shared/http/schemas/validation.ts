import { type BaseIssue, safeParse } from 'valibot';
import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import type { Contract, Schema } from '#shared/http/contract';
import { messageOf } from './validation-messages.ts';

/** The three parts of a request that a contract describes. */
export interface RequestParts {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Issue = BaseIssue<unknown>;

/**
 * Maximum number of problems reported for one request, so that a body built to have thousands does not make the
 * response longer.
 */
export const MAX_PROBLEMS = 100;

/** Maximum characters of a reported path: callers choose the keys of a record, however long. */
const MAX_PATH_LENGTH = 200;

const reportedPath = (path: string): string => path.slice(0, MAX_PATH_LENGTH).toWellFormed();

const pathOf = ({ path }: Issue): string => reportedPath((path ?? []).map(({ key }) => String(key)).join('.'));

/**
 * The problems of a value that matches no option of a union: those of the intended option, if that can be determined.
 * It is the one whose issues are deeper than its type.
 */
const unfolded = (issue: Issue): readonly Issue[] => {
  const intendedIssues =
    issue.type === 'union' ? (issue.issues ?? []).filter(({ kind, path }) => kind !== 'schema' || path) : [];
  if (intendedIssues.length === 0) return [issue];
  return intendedIssues.flatMap((inner) =>
    unfolded({ ...inner, path: [...(issue.path ?? []), ...(inner.path ?? [])] as Issue['path'] }),
  );
};

/** Only the first of several issues at one path is reported: the others follow from it. */
const problemsOf = (issues: readonly Issue[]): readonly Problem[] => {
  const problems = new Map<string, Problem>();
  for (const issue of issues.flatMap(unfolded)) {
    const path = pathOf(issue);
    if (!problems.has(path)) problems.set(path, { path, message: issue.message });
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
};

const parsePart = (schema: Schema | undefined, input: unknown): { output: unknown; problems: readonly Problem[] } => {
  if (!schema) return { output: undefined, problems: [] };
  const result = safeParse(schema, input, { message: messageOf });
  return result.success
    ? { output: result.output, problems: [] }
    : { output: undefined, problems: problemsOf(result.issues) };
};

/** Whether one of two places is the other or within it. A problem there is reported once. */
const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/**
 * Parses path, query and body together. Unknown fields are dropped.
 *
 * @param otherProblems further problems of the request.
 * @param conventional problems with what no endpoint accepts, named first.
 * @param further finds what else is wrong with the body of a refused request.
 * @returns the parsed parts, or the error that names every problem of all at once.
 */
export const parseRequest = (
  contract: Pick<Contract, 'path' | 'query' | 'body'>,
  parts: RequestParts,
  otherProblems: readonly Problem[] = [],
  conventional: readonly Problem[] = [],
  further: (body: unknown) => readonly Problem[] = () => [],
): { readonly parts: RequestParts } | { readonly refusal: ApiError } => {
  const path = parsePart(contract.path, parts.path);
  const query = parsePart(contract.query, parts.query);
  const body = parsePart(contract.body, parts.body);
  const problems = [...conventional, ...path.problems, ...query.problems, ...body.problems, ...otherProblems];
  if (problems.length > 0) {
    const isNamed = (problem: Problem) => problems.some((other) => overlap(problem.path, other.path));
    const others = further(parts.body).map(({ path, message }) => ({ path: reportedPath(path), message }));
    const details = [...problems, ...others.filter((problem) => !isNamed(problem))];
    return { refusal: new ApiError('VALIDATION_FAILED', { details: details.slice(0, MAX_PROBLEMS) }) };
  }
  return { parts: { path: path.output, query: query.output, body: body.output } };
};
