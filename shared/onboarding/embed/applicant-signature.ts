import { ApiError } from '#shared/errors/api-error';
import { verifySignature } from '#shared/signatures/signature';

/** How long a signed link shows what its account knows: as long as an applicant without activity stays open. */
const SIGNED_SECONDS = 30 * 24 * 60 * 60;

/** What the signature of an applicant's link covers: no other signature of the widget's secret has this form. */
export const signedApplicant = (applicantId: string): string => `APPLICANT ${applicantId}`;

/**
 * Whether a signature (`t=…,v1=…`) still proves that the widget's account made the link of this applicant. One that is
 * out of date proves nothing and refuses nothing: the link works without.
 *
 * @throws ApiError INVALID_REQUEST_SIGNATURE for one by another secret, or of another applicant.
 */
export const provesApplicant = (applicantId: string, header: string, secret: string, nowSeconds: number): boolean => {
  const verdict = verifySignature({
    header,
    body: signedApplicant(applicantId),
    secret,
    nowSeconds,
    toleranceSeconds: SIGNED_SECONDS,
  });
  if (verdict.valid) return true;
  if (verdict.fault === 'outside_tolerance') return false;
  throw new ApiError('INVALID_REQUEST_SIGNATURE', { failedCredential: 'bad_signature' });
};
