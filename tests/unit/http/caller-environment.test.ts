import { expect, test } from 'vitest';
import { refuseOtherEnvironment } from '#shared/http/caller/reached-environments';
import type { Scope } from '#shared/platform/scope';

const key: Scope = { accountId: 'usr_1', environments: ['live'], via: 'key' };
const session: Scope = { accountId: 'usr_1', environments: ['sandbox', 'live'], via: 'session' };

test.each([{ query: { environment: 'sandbox' } }, { body: { environment: 'sandbox' } }])(
  'a key is refused %o',
  (requested) => {
    expect(() => refuseOtherEnvironment(key, requested)).toThrow(
      expect.objectContaining({ code: 'ENVIRONMENT_MISMATCH' }),
    );
  },
);

test.each([
  [key, { query: { environment: 'live' }, body: { environment: 'live' } }],
  [key, { query: {}, body: undefined }],
  [key, { query: { environment: undefined } }],
  [key, { body: { data: { environment: 'sandbox' } } }],
  [session, { query: { environment: 'live' }, body: { environment: 'sandbox' } }],
])('%o may request %o', (scope, requested) => {
  expect(() => refuseOtherEnvironment(scope, requested)).not.toThrow();
});
