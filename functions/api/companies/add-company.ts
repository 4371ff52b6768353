import { companyAddition, type KnownNumber, newerNumber, readKnownNumber, refuseOwned } from '#shared/companies/adding';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import { addedCompanyView } from '#shared/companies/company-view';
import { findBusiness } from '#shared/companies/find-business';
import { seedWrites } from '#shared/compliance/seeding';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import type { Warning } from '#shared/http/warnings';
import { callerEnvironment } from '#shared/platform/scope';
import { sources } from '#shared/sources/sources-of-stage';
import { isSameBusinessName } from '#shared/verification/name-matching';
import { addCompany } from './add-company.contract.ts';

const nameWarnings = (requested: string | undefined, registered: string): readonly Warning[] =>
  requested === undefined || isSameBusinessName(requested, registered)
    ? []
    : [{ path: 'companyName', message: `The registry has this number under the name ${registered}` }];

/** POST /v1/dashboard/companies: a company that has an owner is refused before the registry is called. */
export const handler = serve(addCompany, {
  effects: [sources],
  load: async ({ body, caller }, { table, sources }) => {
    const place = callerEnvironment(caller);
    const number = requiredCompanyNumber(body.rcNumber, body.classificationId);
    const [known, { ports }] = await Promise.all([
      readKnownNumber(table, place, number),
      // The secret of live sources is read in parallel with the table.
      sources(place.environment),
    ]);
    return { place, number, known, registry: ports.registry };
  },
  answer: async (
    { body, loaded: { place, number, known, registry }, meta },
    { table, claim, commit, log, metrics },
  ) => {
    refuseOwned(known, place.accountId);
    await claim();
    const facts = await findBusiness(registry, number, body.companyName, { log, metrics });
    const warnings = nameWarnings(body.companyName, facts.businessName);

    const attempt = async (latest: KnownNumber) => {
      const { company, reads, operations } = await companyAddition(table, { place, number, facts }, latest, meta.nowMs);
      const response = {
        success: true,
        data: { company: addedCompanyView(company, reads) },
        ...(warnings.length > 0 && { warnings: [...warnings] }),
      } as const;
      const seeded = { ...operations, ...seedWrites(company, meta.nowMs) };
      return { result: await commit(seeded, response), value: response };
    };
    const { result: written, value } = await onLatest(known, attempt, newerNumber(place, number));
    if (!written.written) throw new ApiError('TOO_MANY_COMPANIES');
    return value;
  },
});
