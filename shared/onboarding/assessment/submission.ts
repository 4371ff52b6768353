import * as v from 'valibot';
import { EVENTS } from '#shared/events/catalogue';
import { ASSESSMENT_TRIGGER } from '#shared/events/names';
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
  /** Distinguishes the submissions of an applicant, on its own record. */
  readonly submittedAt: string;
}

/**
 * The fields that an assessment needs of its event, and no more: events of an earlier version of the code have no newer
 * fields.
 */
const dataSchema = v.pick(EVENTS[ASSESSMENT_TRIGGER].data, [
  'widgetId',
  'applicantId',
  'submissionReference',
  'submittedAt',
]);

/**
 * The submission of an event.
 *
 * @throws TypeError for an event of another type; ValiError for data that is not of this event.
 */
export const submissionOf = ({ type, accountId, environment, data }: ServiceEvent): Submission => {
  if (type !== ASSESSMENT_TRIGGER) throw new TypeError('The event is not about a submission');
  const { widgetId, applicantId, submissionReference, submittedAt } = v.parse(dataSchema, data);
  return { accountId, environment, widgetId, applicantId, submissionReference, submittedAt };
};
