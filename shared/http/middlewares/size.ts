import { limitBody } from '#shared/http/body';
import type { Contract } from '#shared/http/contract';
import type { Step } from './request-state.ts';

/** Refuses bodies that are larger than the contract allows, with BODY_TOO_LARGE. */
export const size = (contract: Contract): Step => ({
  before: ({ internal: { meta } }) => limitBody(contract, meta.rawBody),
});
