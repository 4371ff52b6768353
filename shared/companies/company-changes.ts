import { update, type WriteOperation } from '#shared/db/expressions';
import type { WriteResult } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import type { STATED_ATTRIBUTES } from './company.ts';
import type { CompanyStatements } from './company-bodies.ts';
import { type OwnedCompany, ownedBy } from './company-repository.ts';
import { companyKeys } from './keys.ts';

/** The stored attributes of the owner's statements; undefined if there are none. */
const statedAttributes = ({
  contact = {},
  socials = {},
  businessDescription,
}: CompanyStatements): Readonly<Record<(typeof STATED_ATTRIBUTES)[number], string | null | undefined>> => ({
  businessDescription,
  contactEmail: contact.email,
  contactAddress: contact.address,
  contactCity: contact.city,
  contactState: contact.state,
  contactLga: contact.lga,
  website: socials.website,
  facebook: socials.facebook,
  instagram: socials.instagram,
  linkedin: socials.linkedin,
  twitter: socials.twitter,
  tiktok: socials.tiktok,
});

/**
 * The write of the owner's statements about a company; it refuses when the caller has no such company.
 *
 * @throws ApiError COMPANY_NOT_FOUND for a text that is not the id of a company.
 */
export const statementsWrite = (
  caller: Scope,
  companyId: string,
  statements: CompanyStatements,
  nowMs: number,
): WriteOperation => {
  if (!isId('cmp', companyId)) throw new ApiError('COMPANY_NOT_FOUND');
  const { accountId, environment } = callerEnvironment(caller);
  return update(companyKeys.company(companyId), {
    set: { ...statedAttributes(statements), updatedAt: isoTime(nowMs) },
    when: { ownerId: { equals: accountId }, environment: { equals: environment } },
  });
};

/**
 * The company after {@link statementsWrite}.
 *
 * @throws ApiError COMPANY_NOT_FOUND when it was refused.
 */
export const changedCompany = (result: WriteResult, caller: Scope): OwnedCompany => {
  const company = result.written ? ownedBy(callerEnvironment(caller), result.item) : undefined;
  if (!company) throw new ApiError('COMPANY_NOT_FOUND');
  return company;
};
