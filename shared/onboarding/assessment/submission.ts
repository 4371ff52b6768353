import * as v from 'valibot';
import { EVENTS } from '#shared/events/catalogue';
import { ASSESSMENT_TRIGGER, REASSESSMENT_TRIGGER } from '#shared/events/names';
import type { ServiceEvent } from '#shared/events/outbox';
import type { Environment } from '#shared/platform/environments';

/** One submission of one applicant, from its event. */
export interface Submission {
  readonly accountId: string;
  readonly environment: Environment;
  readonly widgetId: string;
  readonly applicantId: string;
  /** `ref_` */
  readonly submissionReference: string;
  /** The time of the submission, which tells the submissions of an applicant apart. */
  readonly submittedAt: string;
  /** 0 for the assessment that follows the submission; each reassessment adds 1. */
  readonly reassessment: number;
}

/** The fields of the event that an assessment uses. Events from an earlier version of the code lack newer fields. */
const submittedData = v.pick(EVENTS[ASSESSMENT_TRIGGER].data, [
  'widgetId',
  'applicantId',
  'submissionReference',
  'submittedAt',
]);

const reassessedData = EVENTS[REASSESSMENT_TRIGGER].data;

/**
 * The submission of an event.
 *
 * @throws TypeError for an event of another type; ValiError for data that does not match the event.
 */
export const submissionOf = ({ type, accountId, environment, data }: ServiceEvent): Submission => {
  if (type === REASSESSMENT_TRIGGER) return { accountId, environment, ...v.parse(reassessedData, data) };
  if (type !== ASSESSMENT_TRIGGER) throw new TypeError('The event is not about a submission');
  return { accountId, environment, ...v.parse(submittedData, data), reassessment: 0 };
};
