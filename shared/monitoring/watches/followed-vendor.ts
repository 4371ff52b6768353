import type { Company } from '#shared/companies/company';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { VendorParts } from './vendor-view.ts';
import type { Watch } from './watch.ts';
import { findWatch } from './watch-repository.ts';

/** A vendor that an account watches, paused or not, or owns. */
export interface FollowedVendor {
  readonly company: Company;
  /** Absent for an owner that does not watch it. */
  readonly watch?: Watch;
}

/** Finds a vendor that the account watches or owns, in one trip; undefined for any other. */
export const findFollowedVendor = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<FollowedVendor | undefined> => {
  const [company, watch] = await Promise.all([
    findVisibleCompany(table, place, vendorId),
    findWatch(table, place, vendorId),
  ]);
  if (!company || (!watch && company.ownerId !== place.accountId)) return undefined;
  return { company, ...(watch && { watch }) };
};

/**
 * Finds a vendor that the account watches or owns, in one trip.
 *
 * @throws ApiError VENDOR_NOT_FOUND for any other vendor, whether it exists or not.
 */
export const followedVendor = async (...request: Parameters<typeof findFollowedVendor>): Promise<FollowedVendor> => {
  const followed = await findFollowedVendor(...request);
  if (!followed) throw new ApiError('VENDOR_NOT_FOUND');
  return followed;
};

/**
 * Reads a list about a vendor in the trip that finds out whether the account watches or owns the vendor. Only if it does
 * is the first page handed over, and the next one read. A refusal does not wait for the list, so that its duration
 * reveals nothing about the vendor.
 *
 * @param vendorId any text.
 * @param read reads the list.
 * @throws ApiError VENDOR_NOT_FOUND, as {@link followedVendor} does.
 */
export const readOfFollowed = async <List>(
  table: Pick<TableReader, 'get' | 'query'>,
  place: AccountEnvironment,
  vendorId: string,
  read: (table: Pick<TableReader, 'query'>) => Promise<List>,
): Promise<List> => {
  if (!isId('cmp', vendorId)) throw new ApiError('VENDOR_NOT_FOUND');
  const followed = followedVendor(table, place, vendorId);
  const list = read({ query: async (range) => (await Promise.all([table.query(range), followed]))[0] });
  // A list that reads nothing, such as one of an empty range, must not skip the check.
  return (await Promise.all([list, followed]))[0];
};

/**
 * Reads all that a view shows of a vendor that the account watches or owns, in one trip.
 *
 * @param vendorId any text.
 * @throws ApiError VENDOR_NOT_FOUND, as {@link followedVendor} does.
 */
export const followedVendorParts = async (
  table: ItemReader,
  place: AccountEnvironment,
  vendorId: string,
): Promise<VendorParts> => {
  if (!isId('cmp', vendorId)) throw new ApiError('VENDOR_NOT_FOUND');
  const [followed, state, alerts] = await Promise.all([
    followedVendor(table, place, vendorId),
    readVendorState(table, vendorId),
    alertStats(table, place, vendorId),
  ]);
  return { ...followed, state, alerts };
};
