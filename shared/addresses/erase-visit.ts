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
 * The write that erases the place of an applicant's visit, the person to meet, and what was found. Its result and
 * charge stay. A pending visit ends as not possible, uncharged and without an event, and later reports of its source
 * are ignored. Undefined when there is nothing to erase. The write refuses when the visit has changed since it was
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
