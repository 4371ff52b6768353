/** The `source` of every event on the bus. */
export const EVENT_SOURCE = 'kyb-service';

/** The detail-type that starts an assessment. */
export const ASSESSMENT_TRIGGER = 'kyb.applicant.submitted';

/** The detail-type that starts another assessment of the same submission. */
export const REASSESSMENT_TRIGGER = 'kyb.reassessment.requested';
