import { serviceTable } from '#shared/db/client';
import { type Item, update } from '#shared/db/expressions';
import { fromApplicantItem, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { referenceHash } from '#shared/onboarding/applicants/applicant-columns';
import { APPLICANT_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { accountWithApplicants } from '#tests/bench/calls/people';
import type { BenchCloud } from '#tests/bench/cloud/cloud';
import { fill } from '#tests/bench/cloud/fill';
import { applicantListItems } from '#tests/support/applicant-lists';

/** Alternating environments, so that a session's pages are merged from two lists. */
export const environmentOf = (number: number): Environment => (number % 2 === 1 ? 'sandbox' : 'live');

/** The reference of the first applicants. */
export const FILLED_REFERENCE = 'order-7';

/**
 * Fills the lists of an account and of its widget with applicants a millisecond apart, with alternating statuses.
 *
 * @param referred how many of them have {@link FILLED_REFERENCE}.
 * @returns their account and widget, and when the next one would be created.
 */
export const filledApplicants = async (cloud: BenchCloud, length: number, referred = 0) => {
  const { account, widget, applicant } = await accountWithApplicants(1);
  const { accountId } = account;
  const table = serviceTable();
  const stored = fromApplicantItem((await table.get(applicantKeys.applicant(applicant.id))) as Item);
  const endMs = Date.now();
  const copies = function* (): Generator<Item> {
    for (let made = 2; made <= length; made++) {
      const copy = { ...stored, id: newId('app', Date.now()), environment: environmentOf(made) };
      const isReferred = made <= referred;
      const numbers = { ofAccount: made, ofWidget: made, widget: 1 };
      yield toApplicantItem(isReferred ? { ...copy, referenceId: FILLED_REFERENCE } : copy, numbers);
      if (!isReferred) continue;
      const listedAt = isoTime(endMs - length + made);
      yield { ...applicantKeys.reference(accountId, referenceHash(FILLED_REFERENCE), listedAt), applicantId: copy.id };
    }
  };
  await fill(cloud, copies());
  const listed = Array.from({ length }, (_, index) => ({
    number: index + 1,
    status: APPLICANT_STATUSES[index % APPLICANT_STATUSES.length] ?? 'created',
    createdBy: 'account' as const,
    environment: environmentOf(index + 1),
    createdAtMs: endMs - length + index,
    widgetNumber: 1,
    subject: { businessName: `Adire Market ${index} Ltd` },
    referenceId: null,
  }));
  await fill(cloud, applicantListItems(accountId, listed));
  await table.write(update(widgetKeys.intake(widget.id), { set: { applicantCount: length }, when: {} }));
  return { account, widget, endMs };
};
