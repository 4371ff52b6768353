import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** The half of a pair that may be shown to anybody. */
export const publishableKey = described(
  v.string(),
  'Identifies the account and environment (`test_pk_` or `live_pk_`). Authorises nothing.',
);
