import { secretName } from '#infra/names';
import { serviceTable } from '#shared/db/client';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { readSecret } from '#shared/platform/secrets';
import { clearanceWrites } from '#shared/verification/clearances';
import { checkReferences, keepEvidence } from '#shared/verification/evidence-store';
import { foundEntries } from '#shared/verification/listed-entry';

/** The vault's secret of the local cloud, also for the sample of a function that does not receive its name. */
export const vaultOfStack = (): Promise<VersionedSecret> => readSecret(secretName('local', 'vault'));

/** The entry that samples clear. */
const HIT = {
  topic: 'sanctions',
  listedId: 'NK-5LbKE3wYhD2mJ4RnT8vQ',
  listed: { list: 'ng_nigsac', entity: 'Adire Textile Mills', url: null },
  matchScore: 0.82,
} as const;

/** An applicant of an account. */
interface OwnApplicant {
  readonly accountId: string;
  readonly applicantId: string;
}

/**
 * Stores the evidence of a screening of an applicant that found one entry, as its assessment does. Reads this process's
 * environment.
 *
 * @returns the reference of the check.
 */
export const screeningOf = async (applicant: OwnApplicant, vault: VersionedSecret): Promise<string> => {
  const nowMs = Date.now();
  const verificationReference = checkReferences(nowMs)();
  const evidence = { compared: {}, answered: {}, entries: [...foundEntries([HIT]).entries] };
  const write = keepEvidence([{ ...applicant, verificationReference, evidence }], { vault, retentionDays: 1 }, nowMs);
  if (write) await serviceTable().write(write);
  return verificationReference;
};

/** Clears an entry for an applicant, as its account does. Reads this process's environment. */
export const clearanceFor = async (
  { accountId, applicantId }: OwnApplicant,
  vault: VersionedSecret,
): Promise<string> => {
  const [entry] = foundEntries([HIT]).entries;
  if (!entry) throw new Error('A hit is an entry');
  const verificationReference = await screeningOf({ accountId, applicantId }, vault);
  const clearing = { entry, verificationReference, reason: 'Another place.', by: accountId, replaces: undefined };
  const { clearance, operations } = clearanceWrites({ accountId, id: applicantId }, clearing, vault, Date.now());
  await serviceTable().transact(operations);
  return clearance.clearanceId;
};
