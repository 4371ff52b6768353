import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Company } from './company.ts';
import { companyKeys } from './keys.ts';

/** The facts about a company that a passed check establishes. */
export type VerifiedFacts = Partial<
  Pick<
    Company,
    'firsTin' | 'jtbTin' | 'cacCertificateVerified' | 'cacCertificateKey' | 'utilityBillVerified' | 'addressVerified'
  >
>;

/**
 * The write that records facts about a company, each separately. It refuses unless the account still owns the company,
 * and so replaces {@link confirmCompanyOwner} if there are facts.
 */
export const recordFacts = (
  { accountId, environment }: AccountEnvironment,
  companyId: string,
  facts: VerifiedFacts,
  nowMs: number,
): WriteOperation =>
  update(companyKeys.company(companyId), {
    set: { ...facts, updatedAt: isoTime(nowMs) },
    when: { ownerId: { equals: accountId }, environment: { equals: environment } },
  });
