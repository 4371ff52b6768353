import { offered, pdf } from '#shared/http/representation';
import { serve } from '#shared/http/serve';
import { readCheckedApplicant } from '#shared/onboarding/applicants/applicant-with-session';
import { completeRecords, moduleEvidence } from '#shared/onboarding/applicants/module-evidence';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { readApplicantReport } from './read-applicant-report.contract.ts';

/** GET /v1/kyb/applicants/{id}/report */
export const handler = serve(readApplicantReport, {
  effects: [evidenceRetention, vault],
  load: ({ path, caller }, { table }) => readCheckedApplicant(table, caller, path.id),
  answer: async (
    { loaded: { applicant, session, newest }, meta: { nowMs } },
    { table, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    const kept = await completeRecords(table, applicant, newest);
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
