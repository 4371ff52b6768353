import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openSealedBytes, type ReadVault, seal } from '#shared/platform/vault';
import { type CheckEvidence, checkEvidenceSchema } from './check-evidence.ts';
import { evidenceKeys } from './keys.ts';

/** The effect of the capability `evidenceRetention`: for how many days evidence is kept from the check on. */
export const evidenceRetention = effect('evidenceRetention', () => Number(env('EVIDENCE_RETENTION_DAYS')));

const evidenceItemSchema = v.object({
  /** What the references of its checks have in common. */
  evidenceId: v.string(),
  /** The evidence of each of its checks, sealed for `evidenceId`. */
  sealedEvidence: v.string(),
  /** From then on it is shown to nobody, whether or not it is deleted yet. */
  expiresAtSeconds: v.number(),
});

/** What is kept of the checks of an assessment, or of one direct check. */
export type EvidenceItem = v.InferOutput<typeof evidenceItemSchema>;

/** Checks by their references. */
export type EvidenceOfChecks = ReadonlyMap<string, CheckEvidence>;

/** An applicant, as far as what is kept of its checks is found by it. */
export interface EvidencedApplicant {
  readonly accountId: string;
  /** `app_` */
  readonly id: string;
}

/** A check that its account can read again, as far as its evidence is found by it. */
export interface EvidencedCheck {
  readonly accountId: string;
  readonly verificationReference: string;
  /** The applicant (`app_`) that was checked; null for a direct check. */
  readonly applicantId: string | null;
}

/** Characters at the end of a reference in which the checks of one assessment differ. */
const OWN_CHARACTERS = 2;

/**
 * Gives the references of the checks of one assessment, at most 100: they differ in their last two characters alone, so
 * that each names the item that holds the evidence of all.
 */
export const checkReferences = (nowMs: number): (() => string) => {
  const common = newId('ver', nowMs).slice(0, -OWN_CHARACTERS);
  let count = 0;
  return () => `${common}${String(count++).padStart(OWN_CHARACTERS, '0')}`;
};

const evidenceIdOf = (reference: string): string => reference.slice(0, -OWN_CHARACTERS);

const keyOf = ({ accountId, verificationReference, applicantId }: EvidencedCheck) =>
  evidenceKeys.checks(accountId, applicantId ?? verificationReference, evidenceIdOf(verificationReference));

/** Sealed evidence, opened: by what its checks do not have in common. */
const contentSchema = v.record(v.string(), checkEvidenceSchema);

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Far above what the limits of its texts let evidence become. */
const MAX_CONTENT_BYTES = 4_000_000;

const DAY_SECONDS = 24 * 60 * 60;

/** When evidence of this moment is no longer kept. */
const expiryOf = (atMs: number, retentionDays: number): number => unixSeconds(atMs) + retentionDays * DAY_SECONDS;

/** Whether evidence of a moment is still kept. */
export const isStillKept = (at: string, retentionDays: number, nowMs: number): boolean =>
  unixSeconds(nowMs) < expiryOf(Date.parse(at), retentionDays);

/** How evidence is kept: sealed with the vault's key, for a number of days. */
export interface Keeping {
  readonly vault: VersionedSecret;
  readonly retentionDays: number;
}

/**
 * The write that keeps the evidence of checks: one item, whatever their number. Together they are those of one assessment
 * ({@link checkReferences}), or one direct check.
 *
 * @throws RangeError for checks that have no item in common.
 */
export const keepEvidence = (
  checks: readonly (EvidencedCheck & { readonly evidence: CheckEvidence })[],
  { vault, retentionDays }: Keeping,
  nowMs: number,
): WriteOperation | undefined => {
  const [first] = checks;
  if (!first) return undefined;
  const evidenceId = evidenceIdOf(first.verificationReference);
  if (checks.some(({ verificationReference }) => evidenceIdOf(verificationReference) !== evidenceId)) {
    throw new RangeError('Checks of several assessments have no evidence in common');
  }
  const content: v.InferOutput<typeof contentSchema> = Object.fromEntries(
    checks.map(({ verificationReference, evidence }) => [verificationReference.slice(-OWN_CHARACTERS), evidence]),
  );
  const packed = brotliCompressSync(JSON.stringify(content), COMPRESSION);
  const item: EvidenceItem = {
    evidenceId,
    sealedEvidence: seal(packed, evidenceId, vault),
    expiresAtSeconds: expiryOf(nowMs, retentionDays),
  };
  return put({ ...keyOf(first), ...item });
};

/** Reads what is kept of checks, in one trip, each item once; none for checks of which nothing is kept. */
export const findEvidence = async (
  table: ItemReader,
  checks: readonly EvidencedCheck[],
): Promise<readonly EvidenceItem[]> => {
  const keys = new Map(
    checks.map((check) => {
      const key = keyOf(check);
      return [`${key.pk} ${key.sk}`, key] as const;
    }),
  );
  const items = await table.getMany([...keys.values()]);
  return items.flatMap((item) => (item ? [fromEvidenceItem(item)] : []));
};

/** Parses stored evidence. */
export const fromEvidenceItem = (item: Item): EvidenceItem => v.parse(evidenceItemSchema, item);

/**
 * Opens what is kept of checks. What has expired is left out, deleted or not. The vault is asked only for what is left.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const openEvidence = async (
  items: readonly EvidenceItem[],
  vault: ReadVault,
  nowMs: number,
): Promise<EvidenceOfChecks> => {
  const kept = items.filter(({ expiresAtSeconds }) => unixSeconds(nowMs) < expiresAtSeconds);
  const opened = await Promise.all(
    kept.map(async ({ evidenceId, sealedEvidence }) => {
      const packed = await openSealedBytes(sealedEvidence, evidenceId, vault);
      const content = brotliDecompressSync(packed, { maxOutputLength: MAX_CONTENT_BYTES }).toString('utf8');
      const byCheck = Object.entries(v.parse(contentSchema, JSON.parse(content)));
      return byCheck.map(([own, evidence]) => [`${evidenceId}${own}`, evidence] as const);
    }),
  );
  return new Map(opened.flat());
};
