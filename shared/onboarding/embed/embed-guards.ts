import { ApiError } from '#shared/errors/api-error';
import { isOwnOrigin, namedOrigin } from '#shared/http/own-origins';
import type { RequestMeta } from '#shared/http/request';
import { admitsOrigin } from '#shared/onboarding/widgets/allowed-domains';
import { holdsAddress } from '#shared/onboarding/widgets/ip-allowlist';
import type { Widget } from '#shared/onboarding/widgets/widget';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';
import { unixSeconds } from '#shared/platform/clock';
import { verifySignature } from '#shared/signatures/signature';

type Security = WidgetConfig['security'];

/**
 * Refuses a page of an origin that the widget does not allow (`admitsOrigin`, for http and https). The service's own
 * pages always pass, and an empty list allows every origin. A request without an origin (not from a browser, or from a
 * navigation) passes only if it reads.
 *
 * @throws ApiError ORIGIN_NOT_ALLOWED.
 */
export const guardOrigin = ({ allowedDomains }: Security, meta: RequestMeta, reads: boolean): void => {
  if (allowedDomains.length === 0) return;
  if (meta.headers['origin'] === undefined && reads) return;
  const origin = namedOrigin(meta);
  if (origin === undefined) throw new ApiError('ORIGIN_NOT_ALLOWED');
  if (isOwnOrigin(origin)) return;
  const url = new URL(origin);
  if (!allowedDomains.some((entry) => admitsOrigin(entry, url))) throw new ApiError('ORIGIN_NOT_ALLOWED');
};

/**
 * Refuses an address that is not on the widget's allowlist, if the list is enabled. An empty list allows nobody.
 *
 * @throws ApiError IP_NOT_ALLOWED.
 */
export const guardAddress = ({ enableIpAllowlist, ipAllowlist }: Security, { sourceIp }: RequestMeta): void => {
  if (enableIpAllowlist && !holdsAddress(ipAllowlist, sourceIp)) throw new ApiError('IP_NOT_ALLOWED');
};

/**
 * Refuses a country that is not on the widget's list, if it has one. It passes callers whose country is unknown: only
 * the stage's edge reports it.
 *
 * @throws ApiError COUNTRY_NOT_ALLOWED.
 */
export const guardCountry = ({ allowedCountries }: Security, { country }: RequestMeta): void => {
  if (allowedCountries.length === 0 || country === undefined) return;
  if (!allowedCountries.includes(country)) throw new ApiError('COUNTRY_NOT_ALLOWED');
};

/** A valid signature of a request. */
export interface VerifiedSignature {
  readonly widgetId: string;
  /** Its HMAC in hex: the same for every copy of the request, even if the header is written differently. */
  readonly mac: string;
}

/**
 * Refuses a call without a fresh signature by the widget's `embedSigningSecret`. The header is that of webhooks
 * (`X-Widget-Signature: t=…,v1=…`), over `<t>.<METHOD> <path>.<raw body>` with the path from `/v1` on. A signature is
 * therefore valid for one call only.
 *
 * @throws ApiError INVALID_REQUEST_SIGNATURE.
 */
export const guardSignature = (
  { id: widgetId }: Pick<Widget, 'id'>,
  secret: string,
  { method, path, headers, rawBody, nowMs }: RequestMeta,
): VerifiedSignature => {
  const verdict = verifySignature({
    header: headers['x-widget-signature'],
    body: Buffer.concat([Buffer.from(`${method} ${path}.`), rawBody]),
    secret,
    nowSeconds: unixSeconds(nowMs),
  });
  if (!verdict.valid) throw new ApiError('INVALID_REQUEST_SIGNATURE', { failedCredential: 'bad_signature' });
  return { widgetId, mac: verdict.mac };
};
