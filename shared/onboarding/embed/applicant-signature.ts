import { ApiError } from '#shared/errors/api-error';
import { verifySignature } from '#shared/signatures/signature';

/** How long a signed link shows the account's statements: as long as an applicant without activity stays open. */
const SIGNED_SECONDS = 30 * 24 * 60 * 60;

/** The text that an applicant's link signs. Nothing else that is signed with the widget's secret has this form. */
export const signedApplicant = (applicantId: string): string => `APPLICANT ${applicantId}`;

/**
 * Whether a signature (`t=…,v1=…`) still proves that the widget's account made this applicant's link. An expired one
 * proves nothing but is not refused: the link works without a signature.
 *
 * @throws ApiError INVALID_REQUEST_SIGNATURE for a signature by another secret, or for another applicant.
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
