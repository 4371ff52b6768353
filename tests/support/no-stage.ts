import { stageConfig } from '#infra/stages';
import type { OpsEffects } from '#scripts/ops/command';

/** The stage `local` without files, whose mail service suppresses nobody. */
export const NO_STAGE: Pick<OpsEffects, 'stage' | 'files' | 'mail'> = {
  stage: stageConfig('local', { rateLimitScale: undefined }),
  files: {
    list: async function* () {},
    remove: async () => undefined,
  },
  mail: {
    identity: async () => undefined,
    suppressedBecause: async () => undefined,
    unsuppress: async () => undefined,
  },
};
