import { apiUrl } from '#shared/platform/api-url';
import { optionalEnv } from '#shared/platform/env';
import type { RequestMeta } from './request.ts';

const webOrigins = (): readonly string[] => (optionalEnv('WEB_ORIGINS') ?? '').split(',').map((web) => web.trim());

const isWebOrigin = (origin: string): boolean => webOrigins().includes(origin);

/** The stage's first web origin, to which the links in mails point. */
export const mainWebOrigin = (): string => webOrigins()[0] ?? '';

/**
 * Whether an origin is the API's own or one of the stage's web origins, from `WEB_ORIGINS` (comma separated). Only the
 * stage's settings are trusted: `Host` and `X-Forwarded-Proto` are written by the caller.
 */
export const isOwnOrigin = (origin: string): boolean => origin === new URL(apiUrl()).origin || isWebOrigin(origin);

/**
 * The web origin in a request's `Origin`. Others are ignored: `null` (sandboxed frames, redirects), files, and pages of
 * browser extensions and apps, whose host anyone may choose.
 *
 * @returns undefined when there is none, or it is not one of http or https.
 */
export const namedOrigin = ({ headers }: Pick<RequestMeta, 'headers'>): string | undefined => {
  const origin = headers['origin'];
  return origin !== undefined && /^https?:\/\/[^/]/i.test(origin) && URL.canParse(origin) ? origin : undefined;
};

/** The web origin that a request names in `Origin`, if it is one of the stage's; undefined otherwise. */
export const ownWebOrigin = (meta: Pick<RequestMeta, 'headers'>): string | undefined => {
  const origin = namedOrigin(meta);
  return origin !== undefined && isWebOrigin(origin) ? origin : undefined;
};
