import { readBody } from '#shared/http/body';
import type { Contract } from '#shared/http/contract';
import { isKeyed } from '#shared/http/idempotency/idempotency';
import type { ParseMultipart } from '#shared/http/multipart/uploaded-file';
import { withinRequestTime } from '#shared/platform/lifetime';
import type { Step } from './request-state.ts';

/** Reads the body by its content type and its contract: JSON, a form, or multipart. */
export const body = (contract: Contract, multipart: ParseMultipart | undefined): Step => ({
  before: async ({ internal }) => {
    const { headers, rawBody } = internal.meta;
    const isCompared = isKeyed(contract, internal.meta);
    internal.sent = await withinRequestTime(() =>
      readBody(contract, headers['content-type'] ?? '', rawBody, multipart, isCompared),
    );
  },
});
