import { findLatestOfCompany, findOwnAddressVerification } from '#shared/addresses/address-repository';
import { addressView } from '#shared/addresses/address-view';
import { ownedCompany } from '#shared/companies/company-repository';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { readAddress } from './read-address.contract.ts';

/** GET /v1/physicalAddress */
export const handler = serve(readAddress, {
  load: async ({ caller, query: { reference_id: reference, companyId } }, { table }) => {
    const owner = callerEnvironment(caller);
    const [found] = await Promise.all([
      reference === ''
        ? findLatestOfCompany(table, owner, companyId)
        : findOwnAddressVerification(table, owner, reference),
      companyId === '' ? undefined : ownedCompany(table, caller, companyId),
    ]);
    return found;
  },
  answer: ({ query: { companyId }, loaded: verification }) => {
    if (!verification || (companyId !== '' && verification.companyId !== companyId)) {
      throw new ApiError('ADDRESS_VERIFICATION_NOT_FOUND');
    }
    return { entity: addressView(verification) };
  },
});
