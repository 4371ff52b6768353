import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { type AddressVerification, NO_LONGER_DUE, NO_PLACE } from './address-verification.ts';
import { addressKeys } from './keys.ts';

const isEmpty = (visit: AddressVerification): boolean =>
  Object.keys(NO_PLACE).every((field) => visit[field as keyof typeof NO_PLACE] === '') &&
  visit.location === null &&
  visit.reason === null &&
  visit.photos.length === 0;

/**
 * The write that erases where a visit of an applicant leads, whom to meet there and what was found; its result and its charge
 * stay. A visit that is still to be made ends as not possible, uncharged and without an event: whatever its source reports
 * later is not taken any more. Undefined where there is nothing to erase. It refuses when the visit has changed since it was
 * read.
 */
export const eraseVisit = (visit: AddressVerification, nowMs: number): WriteOperation | undefined => {
  const { reference, status, settledAt, updatedAt } = visit;
  if (status !== 'pending' && settledAt !== undefined && isEmpty(visit)) return undefined;
  const at = isoTime(nowMs);
  return update(addressKeys.verification(reference), {
    set: {
      ...NO_PLACE,
      location: null,
      photos: [],
      reason: null,
      updatedAt: at,
      ...(status === 'pending' && { status: 'failed', endedAt: at }),
      ...(settledAt === undefined && { settledAt: at }),
    },
    remove: NO_LONGER_DUE,
    when: { status: { equals: status }, updatedAt: { equals: updatedAt } },
  });
};
