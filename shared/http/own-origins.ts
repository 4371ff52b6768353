import { env } from '#shared/platform/env';
import type { RequestMeta } from './request.ts';

/** Whether an origin is the API's own or one of the stage's web origins, from `WEB_ORIGINS` (comma separated). */
export const isOwnOrigin = (origin: string, { ownOrigin }: Pick<RequestMeta, 'ownOrigin'>): boolean =>
  origin === ownOrigin ||
  env('WEB_ORIGINS')
    .split(',')
    .some((web) => web.trim() === origin);
