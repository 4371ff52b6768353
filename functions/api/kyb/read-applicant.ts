import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findOwnedApplicant, readSessionOf } from '#shared/onboarding/applicants/applicant-repository';
import { applicantDetailView } from '#shared/onboarding/applicants/applicant-view';
import { attachmentDownloads } from '#shared/onboarding/applicants/attachment-addresses';
import { moduleEvidence, readStoredChecks } from '#shared/onboarding/applicants/module-evidence';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { readApplicant } from './read-applicant.contract.ts';

/** GET /v1/kyb/applicants/{id} */
export const handler = serve(readApplicant, {
  effects: [attachmentDownloads, evidenceRetention, vault],
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async (
    { loaded: applicant, meta: { nowMs } },
    { table, attachmentDownloads: addressOf, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const [session, kept] = await Promise.all([readSessionOf(table, applicant), readStoredChecks(table, applicant)]);
    const evidence = await moduleEvidence(kept, readVault, { retentionDays: retentionDays(), nowMs });
    return {
      success: true,
      data: await applicantDetailView(applicant, session, { addressOf, evidence }),
    } as const;
  },
});
