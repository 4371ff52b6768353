import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** The half of a pair that may be shown to anybody. */
export const publishableKey = described(
  v.string(),
  'The publishable key, which identifies the account and environment (`test_pk_` or `live_pk_`). It does ' +
    'not authorise requests.',
);
