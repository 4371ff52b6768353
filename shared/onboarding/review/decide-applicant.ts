import { recordAmong } from '#shared/db/latest';
import { itemsOfRefusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { guardNotErased } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import type { Scope } from '#shared/platform/scope';
import { changedMeanwhile, isSameDecision, type Reviewed, review } from './decide.ts';

/** @throws ApiError ILLEGAL_STATE when the session was reopened for other modules than these. */
const guardSameModules = async (table: Table, applicant: Applicant, { modules }: Reviewed): Promise<void> => {
  if (applicant.status !== 'resubmission_requested' || !modules) return;
  const session = await findEmbedSession(table, applicant.sessionId);
  const [requested, open] = [new Set(modules), new Set<string>(session?.moduleOrder)];
  if (requested.size !== open.size || [...requested].some((id) => !open.has(id))) throw illegalState(applicant.status);
};

/**
 * Makes a reviewer's decision. Repeating the same decision changes nothing. Of two decisions at once, or a decision and
 * a reassessment, only one is made.
 *
 * @returns the applicant after the decision.
 * @throws ApiError APPLICANT_NOT_FOUND; ILLEGAL_STATE; MODULE_NOT_ENABLED; WIDGET_NOT_FOUND for a resubmission when the
 * widget is deleted.
 */
export const decideApplicant = async (
  table: Table,
  scope: Scope,
  applicant: Applicant | undefined,
  decided: Reviewed,
  nowMs: number,
): Promise<Applicant> => {
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  const again = async (current: Applicant): Promise<Applicant> => {
    if (current.status === 'requires_review') {
      guardNotErased(current);
      throw changedMeanwhile();
    }
    if (!isSameDecision(current, decided)) throw illegalState(current.status);
    await guardSameModules(table, current, decided);
    return current;
  };
  if (applicant.status !== 'requires_review') return again(applicant);
  const widget: Widget | undefined =
    decided.decision === 'request_resubmission' ? await findOwnedWidget(table, scope, applicant.widgetId) : undefined;
  const { applicant: decidedApplicant, operations } = review(applicant, widget, decided, nowMs);
  const result = await table.transact(operations);
  if (result.written) return decidedApplicant;
  const current = recordAmong(applicantRecord(applicant.id), itemsOfRefusals(result.refusals));
  if (!current) throw new Error('A decision was refused although its applicant waits for it');
  return again(current);
};
