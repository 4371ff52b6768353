import { readKnownNumber } from '#shared/companies/adding';
import { newCompany } from '#shared/companies/company';
import { type CompanyNumber, requiredCompanyNumber } from '#shared/companies/company-number';
import { findBusiness } from '#shared/companies/find-business';
import { onLatest } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Effects } from '#shared/http/endpoint';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import { unknownFields } from '#shared/http/schemas/unknown-fields';
import { serve } from '#shared/http/serve';
import type { Warning } from '#shared/http/warnings';
import { watchBeginning } from '#shared/monitoring/watches/begin-watch';
import { readMonitored } from '#shared/monitoring/watches/monitored-vendor';
import { type VendorParts, vendorView } from '#shared/monitoring/watches/vendor-view';
import type { Watch } from '#shared/monitoring/watches/watch';
import { addWatchBody } from '#shared/monitoring/watches/watch-bodies';
import { labelChange } from '#shared/monitoring/watches/watch-label';
import { type MonthSnapshot, newerMonthSnapshot, readWatchPayment } from '#shared/monitoring/watches/watch-payment';
import { findWatchable, unknownBusiness, type Watchable } from '#shared/monitoring/watches/watchable';
import { type AccountEnvironment, callerEnvironment } from '#shared/platform/scope';
import { sources } from '#shared/sources/sources-of-stage';
import { type ActionPayment, requireCovered } from '#shared/wallet/payment';
import { addWatch } from './add-watch.contract.ts';

type Response = EndpointResponse<typeof addWatch>;
type Committing = Pick<Effects<typeof addWatch>, 'table' | 'commit'>;

/** A request, apart from the vendor. */
interface Requested {
  readonly place: AccountEnvironment;
  readonly label: string | undefined;
  /** About fields of the body that there are not. */
  readonly warnings: readonly Warning[];
  readonly nowMs: number;
}

/** How often a request is attempted while others create its company, or begin or end its watch. */
const MAX_TRIES = 4;

const begun = (parts: VendorParts, warnings: readonly Warning[]) =>
  ({
    status: 201,
    body: { success: true, data: vendorView(parts), ...(warnings.length > 0 && { warnings }) },
  }) as const;

/** Begins the watch. @returns undefined when another request has just created the company, or begun the watch. */
const begin = async (
  { company, isNewCompany, monitored, alerts }: Watchable,
  payment: ActionPayment,
  { place, label, warnings, nowMs }: Requested,
  { table, commit }: Committing,
): Promise<Response | undefined> => {
  const asked = { place, company, isNewCompany, label };
  const attempt = async (snapshot: MonthSnapshot) => {
    const { watch, state, operations } = watchBeginning(snapshot, asked, nowMs);
    const response = begun({ company, watch, state, alerts }, warnings);
    return { result: await commit(operations, response), value: response };
  };
  const look = async () => {
    const [paying, vendor] = await Promise.all([readWatchPayment(table, place), readMonitored(table, company.id)]);
    requireCovered(paying, nowMs);
    return { ...paying, monitored: vendor };
  };
  const start = { ...payment, monitored };
  const { result, value: response } = await onLatest(start, attempt, newerMonthSnapshot(place, company.id), { look });
  if (result.written) return response;
  const { watch, number, count } = result.refusals;
  if (count && !watch && !number) throw new ApiError('TOO_MANY_WATCHES');
  return undefined;
};

/** Leaves a watch unchanged, except for its label. @returns undefined when another request has just removed it. */
const keep = async (
  { company, monitored, alerts }: Watchable,
  current: Watch,
  { label, nowMs }: Requested,
  { commit }: Committing,
): Promise<Response | undefined> => {
  const { watch, operations } = labelChange(current, label, nowMs);
  const data = vendorView({ company, watch, state: monitored?.state, alerts });
  const response = { status: 200, body: { success: true, data } } as const;
  const result = await commit(operations, response);
  return result.written ? response : undefined;
};

/** The vendor with a number, and the parsed number; the vendor is absent when it has no record. */
const findByNumber = async (table: ItemReader, place: AccountEnvironment, number: CompanyNumber) => {
  const known = await readKnownNumber(table, place, number);
  return known && findWatchable(table, place, known.companyId);
};

/**
 * POST /v1/monitoring/watchlist. For a number without a record, the registry is called once the wallet covers the
 * month.
 */
export const handler = serve(addWatch, {
  effects: [sources],
  load: async ({ body, caller }, { table, sources: sourcesOf }) => {
    const place = callerEnvironment(caller);
    const number =
      body.rcNumber === undefined ? undefined : requiredCompanyNumber(body.rcNumber, body.classificationId);
    const find = () => (number ? findByNumber(table, place, number) : findWatchable(table, place, body.vendorId ?? ''));
    const [payment, vendor, registry] = await Promise.all([
      readWatchPayment(table, place),
      find(),
      // The secret of live sources is read in parallel with the table.
      number && sourcesOf(place.environment).then(({ ports }) => ports.registry),
    ]);
    return { place, payment, vendor, find, lookup: number && registry && { number, registry } };
  },
  answer: async ({ body: { label }, loaded, meta }, { table, claim, commit, log, metrics }) => {
    const { nowMs } = meta;
    const { place, payment, find, lookup } = loaded;
    const requested = { place, label, warnings: unknownFields(addWatchBody, meta), nowMs };
    let { vendor } = loaded;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      if (!vendor && lookup) {
        requireCovered(payment, nowMs);
        await claim();
        const facts = await findBusiness(lookup.registry, lookup.number, undefined, { log, metrics });
        vendor = unknownBusiness(newCompany(place, lookup.number, facts, nowMs));
      }
      if (!vendor) throw new ApiError('VENDOR_NOT_FOUND');
      const response = vendor.watch
        ? await keep(vendor, vendor.watch, requested, { table, commit })
        : await begin(vendor, payment, requested, { table, commit });
      if (response) return response;
      vendor = await find();
    }
    throw new ApiError('SERVICE_UNAVAILABLE');
  },
});
