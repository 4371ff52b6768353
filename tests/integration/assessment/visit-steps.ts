import { worker } from '#tests/integration/addresses/world';
import { applicantOf, type Submitted } from './submissions.ts';

/** The reference of the visit to the address of an applicant. */
export const visitOf = async (submission: Pick<Submitted, 'applicantId'>): Promise<string | undefined> => {
  const { modules } = await applicantOf(submission);
  return modules.find(({ moduleId }) => moduleId === 'address_verification')?.verificationReference;
};

/** Takes the steps of the visit to the address of an applicant of the sandbox, until it has ended and is settled. */
export const makeVisit = async (submission: Pick<Submitted, 'applicantId'>): Promise<void> => {
  const reference = await visitOf(submission);
  if (reference === undefined) return;
  const { step, time } = worker();
  time.nowMs += 6_000;
  // The visit ends and is settled. A repeated message changes nothing.
  for (let steps = 0; steps < 3; steps++) await step(reference);
};
