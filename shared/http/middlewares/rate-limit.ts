import type { Contract } from '#shared/http/contract';
import type { Step } from './request-state.ts';

/** Starts counting requests, unless that depends on their body: then `validation` does so once it is parsed. */
export const rateLimit = ({ limitApplies }: Pick<Contract, 'limitApplies'>): Step => ({
  before: ({ internal: { count } }) => {
    if (!limitApplies) count.begin();
  },
});
