import { ApiError } from '#shared/errors/api-error';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { unixSeconds } from '#shared/platform/clock';
import { signatureHeader, verifySignature } from '#shared/signatures/signature';

/** How long a preview link works. */
export const PREVIEW_SECONDS = 15 * 60;

/** The text that a preview's link signs. Nothing else that is signed with the widget's secret has this form. */
const signedText = ({ id }: Pick<Widget, 'id'>): string => `PREVIEW ${id}`;

/** Signs a preview of a widget with the widget's signing secret: `t=…,v1=…`. */
export const previewSignature = (widget: Pick<Widget, 'id'>, secret: string, nowMs: number): string =>
  signatureHeader(signedText(widget), secret, unixSeconds(nowMs));

/** @throws ApiError PREVIEW_NOT_VALID for a signature of another widget, or one that has expired. */
export const guardPreview = (widget: Pick<Widget, 'id'>, signature: string, secret: string, nowMs: number): void => {
  const verdict = verifySignature({
    header: signature,
    body: signedText(widget),
    secret,
    nowSeconds: unixSeconds(nowMs),
    toleranceSeconds: PREVIEW_SECONDS,
  });
  if (verdict.valid) return;
  // An expired signature was valid once: it does not count as a guess.
  throw new ApiError(
    'PREVIEW_NOT_VALID',
    verdict.fault === 'outside_tolerance' ? {} : { failedCredential: 'bad_signature' },
  );
};
