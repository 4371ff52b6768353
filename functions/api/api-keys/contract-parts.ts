import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** The key of a pair that may be published. */
export const publishableKey = described(
  v.string(),
  'The publishable key, which identifies the account and environment (`test_pk_` or `live_pk_`). It does ' +
    'not authorise requests.',
);
