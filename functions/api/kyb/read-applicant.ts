import { serve } from '#shared/http/serve';
import { applicantDetailView } from '#shared/onboarding/applicants/applicant-view';
import { readCheckedApplicant } from '#shared/onboarding/applicants/applicant-with-session';
import { attachmentDownloads } from '#shared/onboarding/applicants/attachment-addresses';
import { completeRecords, moduleEvidence } from '#shared/onboarding/applicants/module-evidence';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { readApplicant } from './read-applicant.contract.ts';

/** GET /v1/kyb/applicants/{id} */
export const handler = serve(readApplicant, {
  effects: [attachmentDownloads, evidenceRetention, vault],
  load: ({ path, caller }, { table }) => readCheckedApplicant(table, caller, path.id),
  answer: async (
    { loaded: { applicant, session, newest }, meta: { nowMs } },
    { table, attachmentDownloads: addressOf, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    const kept = await completeRecords(table, applicant, newest);
    const evidence = await moduleEvidence(kept, readVault, { retentionDays: retentionDays(), nowMs });
    return {
      success: true,
      data: await applicantDetailView(applicant, session, { addressOf, evidence }),
    } as const;
  },
});
