import * as v from 'valibot';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { embedSessionBody } from '#shared/onboarding/sessions/session-view';
import { described } from '#shared/platform/described';

/** The guards of every embed call, for the API document. */
export const GUARDS =
  "Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP " +
  'address against `ipAllowlist`, the country (if known) against `allowedCountries`, and ' +
  '`X-Widget-Signature` if the widget requires signed requests.';

/** The error codes of those guards. */
export const GUARD_ERRORS = ['WIDGET_NOT_LIVE', 'ORIGIN_NOT_ALLOWED', 'IP_NOT_ALLOWED', 'COUNTRY_NOT_ALLOWED'] as const;

/** The error codes of every call about one session, before those of the call itself. */
export const SESSION_ERRORS = [
  'INVALID_EMBED_TOKEN',
  ...GUARD_ERRORS,
  'INVALID_REQUEST_SIGNATURE',
  'SESSION_NOT_FOUND',
] as const;

/** The path of calls about one session. */
export const sessionPath = object({ sessionId: described(idText, 'The id of the session (`wses_`).') });

/** The session after the call. */
export const sessionResponse = v.object({ success: succeeded, data: embedSessionBody });
