import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { eraseApplicants } from '#shared/onboarding/erasure/erase-applicants';
import { eraseApplicantsConsumer } from './erase-applicants.consumer.ts';

/** Erases the data of erased applicants everywhere except in their own records. */
export const handler = runOnSchedule(eraseApplicantsConsumer, { run: eraseApplicants });
