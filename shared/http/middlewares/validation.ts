import type { Problem } from '#shared/errors/error-details';
import { requestedEnvironment } from '#shared/http/caller/reached-environments';
import type { Contract } from '#shared/http/contract';
import type { ParsedRequest } from '#shared/http/endpoint';
import { unknownParameters } from '#shared/http/schemas/unknown-parameters';
import { parseRequest } from '#shared/http/schemas/validation';
import { withinRequestTime } from '#shared/platform/lifetime';
import type { Step } from './request-state.ts';

/**
 * Parses path, query and body by the schemas of the contract, and names every problem of all three in one refusal. If
 * the limit depends on the body, a valid request counts from here on.
 *
 * @param furtherProblems finds what else is wrong with a refused body, beyond its schema.
 */
export const validation = <C extends Contract>(
  contract: C,
  furtherProblems: ((body: unknown, nowMs: number) => readonly Problem[]) | undefined,
): Step<C> => ({
  before: async ({ event, internal }) => {
    const { meta, sent, credential, count } = internal;
    const query = event.queryStringParameters ?? {};
    const proven = await withinRequestTime(credential.prove);
    const requested = requestedEnvironment(contract, proven?.caller, { query, body: sent.value });
    internal.environment = requested.environment;
    const parsed = parseRequest(
      contract,
      { path: event.pathParameters ?? {}, query, body: sent.value },
      sent.problems,
      [...unknownParameters(contract, query), ...requested.problems],
      (refused) => furtherProblems?.(refused, meta.nowMs) ?? [],
    );
    if ('refusal' in parsed) throw parsed.refusal;
    const { fingerprint } = sent;
    internal.request = {
      ...parsed.parts,
      files: sent.files,
      meta: { ...meta, ...(fingerprint !== undefined && { bodyFingerprint: fingerprint }) },
    } as ParsedRequest<C>;
    if (contract.limitApplies?.(internal.request.body)) count.begin();
  },
});
