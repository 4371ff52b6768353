import type { InferOutput } from 'valibot';
import type { ItemReader, Table } from '#shared/db/operations';
import { type AccountCaller, actingCredential } from '#shared/http/caller/account-caller';
import { type CappedToday, cappedToday, cappedWarnings, type NoticeCaps } from '#shared/mails/notice-caps';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { decideApplicant } from './decide-applicant.ts';
import type { ReviewerDecision } from './review-bodies.ts';
import type { decisionResponse } from './review-contract.ts';

/** What a decision starts from: the applicant, and what has had its notices of the day. */
export interface LoadedForDecision {
  readonly applicant: Applicant | undefined;
  readonly capped: CappedToday;
}

/** Reads what a decision starts from, in one trip. */
export const loadForDecision = async (
  table: ItemReader,
  scope: Scope,
  applicantId: string,
  caps: NoticeCaps,
  nowMs: number,
): Promise<LoadedForDecision> => {
  if (!isId('app', applicantId)) return { applicant: undefined, capped: { applicant: false, account: [] } };
  const [applicant, capped] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    cappedToday(table, { ...scope, applicantId }, caps, nowMs),
  ]);
  return { applicant, capped };
};

/**
 * Makes a reviewer's decision, and tells whether anybody is told of it.
 *
 * @throws ApiError as `decideApplicant` does.
 */
export const answerDecision = async (
  table: Table,
  caller: AccountCaller,
  { applicant, capped }: LoadedForDecision,
  decided: ReviewerDecision,
  nowMs: number,
): Promise<InferOutput<typeof decisionResponse>> => {
  const current = await decideApplicant(
    table,
    caller,
    applicant,
    { ...decided, reviewedBy: actingCredential(caller) },
    nowMs,
  );
  const warnings = cappedWarnings(capped, current.environment);
  return { success: true, data: applicantView(current), ...(warnings.length > 0 && { warnings: [...warnings] }) };
};
