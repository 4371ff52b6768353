import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantDetailView } from '#shared/onboarding/applicants/applicant-view';
import { attachmentDownloads } from '#shared/onboarding/applicants/attachment-addresses';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { readApplicant } from './read-applicant.contract.ts';

/** GET /v1/kyb/applicants/{id} */
export const handler = serve(readApplicant, {
  effects: [attachmentDownloads],
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async ({ loaded: applicant }, { table, attachmentDownloads: addressOf }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const session = await findEmbedSession(table, applicant.sessionId);
    if (!session) throw new Error('An applicant has no session');
    return { success: true, data: await applicantDetailView(applicant, session, addressOf) } as const;
  },
});
