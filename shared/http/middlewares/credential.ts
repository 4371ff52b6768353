import { withinRequestTime } from '#shared/platform/lifetime';
import type { RequestState, Step } from './request-state.ts';

/**
 * Proves the credential before anything of the request is parsed: that of an account by keys that the container keeps,
 * that of a provider by the signature of the raw body.
 *
 * @param proveSender proves the sender, for endpoints for providers.
 */
export const credential = (proveSender: ((meta: RequestState['meta']) => Promise<void>) | undefined): Step => ({
  before: async ({ internal: { meta, credential: known } }) => {
    await withinRequestTime<unknown>(() => (proveSender ? known.watch(proveSender(meta)) : known.prove()));
  },
});
