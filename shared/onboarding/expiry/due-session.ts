import * as v from 'valibot';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { IDLE_CHECK_ATTRIBUTES, idleCheckAt } from '#shared/onboarding/sessions/idle-sessions';

/** A session whose idle check is due. */
export interface DueSession {
  readonly sessionId: string;
  readonly applicantId: string;
  /** Its place when it was listed. Handling the session removes or changes it. */
  readonly place: string;
}

const dueSchema = v.object({ id: v.string(), sessionId: v.string(), gsi4sk: v.string() });

/** A due session, from its applicant's item in the index. */
export const fromDueApplicantItem = (item: Item): DueSession => {
  const { id: applicantId, sessionId, gsi4sk: place } = v.parse(dueSchema, item);
  return { sessionId, applicantId, place };
};

/** The write that ends the idle checks of a due session. It refuses when another sweep has handled it. */
export const removeDueSession = ({ applicantId, place }: DueSession): WriteOperation =>
  update(applicantRecord(applicantId).key, { remove: IDLE_CHECK_ATTRIBUTES, when: { gsi4sk: { equals: place } } });

/** The write that postpones the idle check of a due session. It refuses when another sweep has handled it. */
export const postponeDueSession = ({ applicantId, place }: DueSession, atMs: number): WriteOperation =>
  update(applicantRecord(applicantId).key, {
    set: idleCheckAt(applicantId, atMs),
    when: { gsi4sk: { equals: place } },
  });
