import type { Contract } from '#shared/http/contract';
import type { Step } from './request-state.ts';

/** Makes requests count, unless that depends on their body: then `validation` does, once it is parsed. */
export const rateLimit = ({ limitApplies }: Pick<Contract, 'limitApplies'>): Step => ({
  before: ({ internal: { count } }) => {
    if (!limitApplies) count.begin();
  },
});
