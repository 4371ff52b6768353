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
import { overturnDecision } from './overturn.ts';
import type { Overturn, ReviewerDecision } from './review-bodies.ts';
import type { decisionResponse } from './review-contract.ts';

/** The data that a decision starts from: the applicant, and the use of the day's notice limits. */
export interface LoadedForDecision {
  readonly applicant: Applicant | undefined;
  readonly capped: CappedToday;
}

/** Reads the data that a decision starts from, in one trip. */
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

/** The response with the applicant after a decision, and a warning if its notices are not sent. */
const decisionAnswer = (current: Applicant, { capped }: LoadedForDecision): InferOutput<typeof decisionResponse> => {
  const warnings = cappedWarnings(capped, current.environment);
  return { success: true, data: applicantView(current), ...(warnings.length > 0 && { warnings: [...warnings] }) };
};

/**
 * Makes a reviewer's decision, and warns if its notices are not sent.
 *
 * @throws ApiError as `decideApplicant` does.
 */
export const answerDecision = async (
  table: Table,
  caller: AccountCaller,
  loaded: LoadedForDecision,
  decided: ReviewerDecision,
  nowMs: number,
): Promise<InferOutput<typeof decisionResponse>> => {
  const reviewed = { ...decided, reviewedBy: actingCredential(caller) };
  return decisionAnswer(await decideApplicant(table, caller, loaded.applicant, reviewed, nowMs), loaded);
};

/**
 * Overturns a decision, and warns if its notices are not sent.
 *
 * @throws ApiError as `overturnDecision` does.
 */
export const answerOverturn = async (
  table: Table,
  caller: AccountCaller,
  loaded: LoadedForDecision,
  overturn: Overturn,
  nowMs: number,
): Promise<InferOutput<typeof decisionResponse>> => {
  const overturning = { ...overturn, reviewedBy: actingCredential(caller) };
  return decisionAnswer(await overturnDecision(table, loaded.applicant, overturning, nowMs), loaded);
};
