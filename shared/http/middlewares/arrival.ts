import { credentialOf } from '#shared/http/caller/request-credential';
import type { Contract } from '#shared/http/contract';
import { refusalOfDirect } from '#shared/http/direct-calls';
import type { Kit } from '#shared/http/kit';
import { requestCountOf } from '#shared/http/limits/request-count';
import { recordOutcome } from '#shared/http/outcome';
import { requestIds, requestMeta } from '#shared/http/request';
import type { ApiResponse } from '#shared/http/response';
import { securityRecorder } from '#shared/http/security-recorder';
import { noteSubject } from '#shared/platform/trace';
import type { Step } from './request-state.ts';

/**
 * Milliseconds of a function's time reserved for reporting that it ran out, so that the caller gets our 503 and the log
 * its line.
 */
export const ANSWER_MARGIN_MS = 250;

/** Opens a request, with its log, and closes it with one log line and its metrics, however it ended. */
export const arrival = (contract: Contract, kit: Kit): Step => ({
  before: ({ event, context, internal }) => {
    const meta = requestMeta(event, kit.clock());
    const log = kit.log.with({ ...requestIds(meta), route: `${contract.method} ${contract.route}` });
    // Returned at once, before anything is read, counted or parsed.
    const refusal = refusalOfDirect(contract, kit, { meta, log });
    if (refusal) return refusal;
    const hashKey = () => kit.publicKeys.addressHashKey(kit.table(), meta.nowMs);
    const security = securityRecorder({ log, metrics: kit.metrics }, meta.sourceIp, hashKey);
    const credential = credentialOf(contract, kit, { meta, log, security });
    // A moment after the request itself is given up, so that none passes because its time is over.
    const timeLeftMs = () => context.getRemainingTimeInMillis() - ANSWER_MARGIN_MS / 2;
    const count = requestCountOf(contract, kit, { meta, log, credential, timeLeftMs });
    Object.assign(internal, { meta, log, security, credential, count, timeLeftMs });
    noteSubject(event.pathParameters);
    return undefined;
  },
  after: ({ response, internal }) => recordOutcome(kit, internal, response as ApiResponse),
  onError: ({ response, internal }) => recordOutcome(kit, internal, response as ApiResponse, internal.failure),
});
