import { findAddressVerification } from '#shared/addresses/address-repository';
import type { AddressVerification, VisitedPlace } from '#shared/addresses/address-verification';
import { visitReference } from '#shared/addresses/applicant-visit';
import type { ItemReader } from '#shared/db/operations';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { businessNames } from '#shared/onboarding/applicants/subject';
import { isAnswered } from '#shared/onboarding/modules/answers';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { namesOfPeople, textOf } from '#shared/verification/answer-values';
import type { KnownVisit } from '#shared/verification/checks/check';

/** The visit to an applicant's address, with its stored record if it was booked before. */
export interface ApplicantVisit {
  readonly reference: string;
  readonly place: VisitedPlace;
  readonly stored: AddressVerification | undefined;
}

/** The place to visit and the person to meet there, as far as the answers name them. */
const placeOf = (applicant: Applicant, { answers }: Pick<EmbedSession, 'answers'>): VisitedPlace => {
  const address = (field: string): string => textOf(answers.address_verification, field) ?? '';
  const [businessName = ''] = businessNames({ ...applicant, answers });
  const phone = applicant.subject.phone ?? textOf(answers.business_profile, 'phone') ?? '';
  const [firstName = '', ...otherNames] = (namesOfPeople(answers.directors_kyc)[0] ?? '').split(/\s+/);
  return {
    businessName,
    businessPhone: phone,
    firstName,
    lastName: otherNames.join(' '),
    phone,
    street: address('street'),
    landmark: address('landmark'),
    lga: address('lga'),
    city: address('city'),
    state: address('state'),
  };
};

/** Reads the visit of an applicant that has given an address. */
export const findApplicantVisit = async (
  table: ItemReader,
  applicant: Applicant,
  session: Pick<EmbedSession, 'answers'>,
): Promise<ApplicantVisit | undefined> => {
  const moduleId = 'address_verification';
  if (!applicant.moduleOrder.includes(moduleId) || !isAnswered(moduleId, session.answers[moduleId])) return undefined;
  const place = placeOf(applicant, session);
  const reference = visitReference(applicant, place);
  return { reference, place, stored: await findAddressVerification(table, reference) };
};

/** The facts of a visit that the address check uses. The end of a visit counts once it is settled. */
export const knownVisit = ({ reference, place, stored }: ApplicantVisit): KnownVisit => ({
  reference,
  place,
  isBooked: stored !== undefined,
  ended: stored?.settledAt === undefined ? undefined : (stored.result ?? undefined),
});
