import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { expireApplicants } from '#shared/onboarding/expiry/expire-applicants';
import { applyRetentions } from '#shared/onboarding/retention/apply-retention';
import { allEnded } from '#shared/platform/all-ended';
import { expireApplicantsConsumer } from './expire-applicants.consumer.ts';

/** Expires applicants without activity for 30 days, and erases those whose retention has ended. */
export const handler = runOnSchedule(expireApplicantsConsumer, {
  run: async (effects) => {
    await allEnded([expireApplicants(effects), applyRetentions(effects)]);
  },
});
