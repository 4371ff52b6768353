import { ApiError } from '#shared/errors/api-error';
import { offered, pdf } from '#shared/http/representation';
import { serve } from '#shared/http/serve';
import { findOwnedApplicant, readSessionOf } from '#shared/onboarding/applicants/applicant-repository';
import { moduleEvidence, readStoredChecks } from '#shared/onboarding/applicants/module-evidence';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { readApplicantReport } from './read-applicant-report.contract.ts';

/** GET /v1/kyb/applicants/{id}/report */
export const handler = serve(readApplicantReport, {
  effects: [evidenceRetention, vault],
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async (
    { loaded: applicant, meta: { nowMs } },
    { table, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const [session, kept] = await Promise.all([readSessionOf(table, applicant), readStoredChecks(table, applicant)]);
    const evidence = await moduleEvidence(kept, readVault, { retentionDays: retentionDays(), nowMs });
    const report = applicantReport(applicant, session, evidence, nowMs);
    return {
      status: 200,
      body: { success: true, data: report },
      representations: offered({
        pdf: pdf(`applicant-report-${applicant.id}.pdf`, async () => {
          const { reportPdf } = await import('#shared/onboarding/report/report-pdf');
          return reportPdf(report);
        }),
      }),
    };
  },
});
