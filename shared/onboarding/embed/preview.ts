import { ApiError } from '#shared/errors/api-error';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { unixSeconds } from '#shared/platform/clock';
import { signatureHeader, verifySignature } from '#shared/signatures/signature';

/** How long a preview can be opened. */
export const PREVIEW_SECONDS = 15 * 60;

/** What the signature of a preview covers: no other signature of the widget's secret has this form. */
const signedText = ({ id }: Pick<Widget, 'id'>): string => `PREVIEW ${id}`;

/** The signature of a preview of a widget, by the widget's own signing secret: `t=…,v1=…`. */
export const previewSignature = (widget: Pick<Widget, 'id'>, secret: string, nowMs: number): string =>
  signatureHeader(signedText(widget), secret, unixSeconds(nowMs));

/** @throws ApiError PREVIEW_NOT_VALID for a signature that is not this widget's, or older than a preview lasts. */
export const guardPreview = (widget: Pick<Widget, 'id'>, signature: string, secret: string, nowMs: number): void => {
  const verdict = verifySignature({
    header: signature,
    body: signedText(widget),
    secret,
    nowSeconds: unixSeconds(nowMs),
    toleranceSeconds: PREVIEW_SECONDS,
  });
  if (verdict.valid) return;
  // One that has ended was ours: it is not counted as a guess.
  throw new ApiError(
    'PREVIEW_NOT_VALID',
    verdict.fault === 'outside_tolerance' ? {} : { failedCredential: 'bad_signature' },
  );
};
