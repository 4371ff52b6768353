import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { expireApplicants } from '#shared/onboarding/expiry/expire-applicants';
import { expireApplicantsConsumer } from './expire-applicants.consumer.ts';

/** Expires applicants without activity for 30 days. */
export const handler = runOnSchedule(expireApplicantsConsumer, { run: expireApplicants });
