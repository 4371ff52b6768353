import type { ApiError } from '#shared/errors/api-error';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Kit } from './kit.ts';
import type { RequestMeta } from './request.ts';
import type { ApiResponse } from './response.ts';

/** The refusal that the caller got, and its cause. */
export interface Failure {
  readonly error: ApiError;
  readonly cause: unknown;
}

/**
 * Records how a request ended: one log line, and a metric where it was refused for its rate, failed, or waited for its
 * container to start. A 4xx is the caller's error and logged as information. A 5xx is ours and logged with the name and
 * place of its cause. An error that was requested from the sandbox is not a failure. Metrics have no dimension of the
 * function: its line has its name, and durations by function are metrics of Lambda's own.
 */
export const recordOutcome = (
  kit: Pick<Kit, 'clock' | 'metrics' | 'isFirstRequest'>,
  { meta, log }: { readonly meta: RequestMeta; readonly log: Logger },
  { statusCode }: ApiResponse,
  failure?: Failure,
): void => {
  const durationMs = kit.clock() - meta.nowMs;
  const provoked = failure?.error.extras.provoked;
  const fields = {
    statusCode,
    durationMs,
    ...(failure && { errorCode: failure.error.code }),
    ...(provoked && { reason: 'provoked' }),
  };
  if (kit.isFirstRequest?.()) kit.metrics('ColdStarts', 1);
  if (statusCode === 429 && !provoked) kit.metrics('RateLimited', 1);
  if (statusCode >= 500 && provoked) kit.metrics('ServerErrorsProvoked', 1);
  if (statusCode < 500 || provoked) {
    log.info('REQUEST_ANSWERED', fields);
  } else {
    kit.metrics('RequestFailed', 1, { errorCode: failure?.error.code ?? 'none' });
    log.error('REQUEST_FAILED', { ...fields, ...errorFields(failure?.cause) });
  }
};
