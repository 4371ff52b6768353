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

/** The effect of the capability `evidenceRetention`: the days for which evidence is kept after its check. */
export const evidenceRetention = effect('evidenceRetention', () => Number(env('EVIDENCE_RETENTION_DAYS')));

const evidenceItemSchema = v.object({
  /** The common part of its checks' references. */
  evidenceId: v.string(),
  /** The evidence of each of its checks, sealed for `evidenceId`. */
  sealedEvidence: v.string(),
  /** Whether it was compressed before it was sealed. */
  isCompressed: v.boolean(),
  /** After this time it is no longer shown, whether or not it is deleted yet. */
  expiresAtSeconds: v.number(),
});

/** The stored evidence of an assessment's checks, or of one direct check. */
export type EvidenceItem = v.InferOutput<typeof evidenceItemSchema>;

/** Checks by their references. */
export type EvidenceOfChecks = ReadonlyMap<string, CheckEvidence>;

/** The fields of an applicant that locate the evidence of its checks. */
export interface EvidencedApplicant {
  readonly accountId: string;
  /** `app_` */
  readonly id: string;
}

/** The fields of a recorded check that locate its evidence. */
export interface EvidencedCheck {
  readonly accountId: string;
  readonly verificationReference: string;
  /** The applicant (`app_`) that was checked; null for a direct check. */
  readonly applicantId: string | null;
}

/** The last characters of a reference, in which the checks of one assessment differ. */
const OWN_CHARACTERS = 2;

/**
 * Makes the references of one assessment's checks, at most 100. Only their last two characters differ, so that each
 * identifies the item with the evidence of all.
 */
export const checkReferences = (nowMs: number): (() => string) => {
  const common = newId('ver', nowMs).slice(0, -OWN_CHARACTERS);
  let count = 0;
  return () => `${common}${String(count++).padStart(OWN_CHARACTERS, '0')}`;
};

const evidenceIdOf = (reference: string): string => reference.slice(0, -OWN_CHARACTERS);

/** Whether an item is where the evidence of the check with this reference is stored. */
export const holdsEvidenceOf = ({ evidenceId }: EvidenceItem, reference: string): boolean =>
  evidenceIdOf(reference) === evidenceId;

const keyOf = ({ accountId, verificationReference, applicantId }: EvidencedCheck) =>
  evidenceKeys.checks(accountId, applicantId ?? verificationReference, evidenceIdOf(verificationReference));

/** Opened evidence, by the part of the references that differs. */
const contentSchema = v.record(v.string(), checkEvidenceSchema);

/**
 * Evidence up to this many bytes is stored as it is: sealed, it fits into a kilobyte with its key, up to which a write
 * costs least. That of a direct check does, whose function would otherwise load the library in two milliseconds.
 */
const MAX_PLAIN_BYTES = 500;

const compressed = (content: string): Uint8Array => {
  const { brotliCompressSync, constants } = process.getBuiltinModule('node:zlib');
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
};

/** Far above the largest possible evidence, given the limits of its texts. */
const MAX_CONTENT_BYTES = 4_000_000;

const decompressed = (bytes: Uint8Array): Buffer =>
  process.getBuiltinModule('node:zlib').brotliDecompressSync(bytes, { maxOutputLength: MAX_CONTENT_BYTES });

const DAY_SECONDS = 24 * 60 * 60;

/** When evidence from a given time expires. */
const expiryOf = (atMs: number, retentionDays: number): number => unixSeconds(atMs) + retentionDays * DAY_SECONDS;

/** Whether evidence from a given time has not expired. */
export const isStillKept = (at: string, retentionDays: number, nowMs: number): boolean =>
  unixSeconds(nowMs) < expiryOf(Date.parse(at), retentionDays);

/** How evidence is stored: sealed with the vault's key, for a number of days. */
export interface Keeping {
  readonly vault: VersionedSecret;
  readonly retentionDays: number;
}

/**
 * The write that stores the evidence of checks as one item. They must be checks of one assessment ({@link
 * checkReferences}), or one direct check.
 *
 * @throws RangeError for checks that do not share an item.
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
  const text = JSON.stringify(content);
  const isCompressed = Buffer.byteLength(text) > MAX_PLAIN_BYTES;
  const item: EvidenceItem = {
    evidenceId,
    sealedEvidence: seal(isCompressed ? compressed(text) : text, evidenceId, vault),
    isCompressed,
    expiresAtSeconds: expiryOf(nowMs, retentionDays),
  };
  return put({ ...keyOf(first), ...item });
};

/** Reads the stored evidence of checks, in one trip, each item once. Checks without evidence are left out. */
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
 * Opens stored evidence, without what has expired. The vault is used only if something is left.
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
    kept.map(async ({ evidenceId, sealedEvidence, isCompressed }) => {
      const bytes = await openSealedBytes(sealedEvidence, evidenceId, vault);
      const content = (isCompressed ? decompressed(bytes) : bytes).toString('utf8');
      const byCheck = Object.entries(v.parse(contentSchema, JSON.parse(content)));
      return byCheck.map(([own, evidence]) => [`${evidenceId}${own}`, evidence] as const);
    }),
  );
  return new Map(opened.flat());
};
