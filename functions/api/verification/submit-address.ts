import { addressBudget } from '#shared/addresses/address-budget';
import {
  addressCreation,
  newerSubmissionSnapshot,
  readSubmissionSnapshot,
  type SubmissionSnapshot,
} from '#shared/addresses/address-submission';
import type { AddressSubmission } from '#shared/addresses/address-verification';
import { addressView } from '#shared/addresses/address-view';
import { confirmCompanyOwner, ownedCompany } from '#shared/companies/company-repository';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { normalisePhone } from '#shared/sources/formats';
import { visitSource } from '#shared/sources/visit-source';
import { submitAddress } from './submit-address.contract.ts';

/** In E.164 if it is a phone number; any other text is kept, because a visitor may understand it. */
const phoneOf = (text: string): string => normalisePhone(text) ?? text;

const submissionOf = (
  body: {
    readonly [Field in
      | 'companyId'
      | 'business_name'
      | 'business_mobile'
      | 'first_name'
      | 'last_name'
      | 'mobile'
      | 'street'
      | 'landmark'
      | 'lga'
      | 'city'
      | 'state']: string;
  },
): AddressSubmission => {
  const { companyId, street, landmark, lga, city, state } = body;
  return {
    companyId,
    businessName: body.business_name,
    businessPhone: phoneOf(body.business_mobile),
    firstName: body.first_name,
    lastName: body.last_name,
    phone: phoneOf(body.mobile),
    street,
    landmark,
    lga,
    city,
    state,
  };
};

/**
 * POST /v1/physicalAddress. Refusals follow the order of the interface: company, budget, wallet; then the lack of a
 * source of visits.
 */
export const handler = serve(submitAddress, {
  effects: [addressBudget, visitSource],
  load: async ({ caller, body, meta }, { table, addressBudget: capKobo }) => {
    const owner = callerEnvironment(caller);
    const [snapshot] = await Promise.all([
      readSubmissionSnapshot(table, owner, capKobo(), meta.nowMs),
      ownedCompany(table, caller, body.companyId),
    ]);
    return snapshot;
  },
  answer: async (
    { caller, body, loaded: snapshot, meta: { nowMs } },
    { table, commit, addressBudget: capKobo, sources: { canBook } },
  ) => {
    const owner = callerEnvironment(caller);
    const submission = submissionOf(body);
    const attempt = async (latest: SubmissionSnapshot) => {
      const { verification, operations } = addressCreation(latest, submission, nowMs);
      if (!(await canBook(owner.environment))) throw new ApiError('SOURCE_UNAVAILABLE');
      const response = { entity: addressView(verification) };
      const company = confirmCompanyOwner(owner, submission.companyId);
      return { result: await commit({ ...operations, company }, response), value: response };
    };
    const look = async () => {
      const latest = await readSubmissionSnapshot(table, owner, capKobo(), nowMs);
      addressCreation(latest, submission, nowMs);
      return latest;
    };
    const { result, value: response } = await onLatest(snapshot, attempt, newerSubmissionSnapshot, { look });
    if (result.written) return response;
    if (result.refusals.company) throw new ApiError('COMPANY_NOT_FOUND');
    throw new Error('An address verification with a new reference was there already');
  },
});
