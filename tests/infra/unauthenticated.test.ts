import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { STAGES } from '#infra/stage-config';
import type { Contract } from '#shared/http/contract';
import { actionsOf, functionsOf, type Statement, synthesize } from './synthesis.ts';

/** What a function may touch besides what the endpoint kit touches for all of its kind. */
interface Reviewed {
  readonly caller: 'public' | 'embed' | 'provider';
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly uses?: readonly string[];
}

/**
 * Every function that runs for callers without an account, and what it may touch. Whatever is added to a line was
 * reviewed for what a stranger could do with it. If the code of such a function is taken over, its role is the only
 * protection left.
 */
const REVIEWED: Readonly<Record<string, Reviewed>> = {
  'abandon-session': {
    caller: 'embed',
    reads: ['embedSession', 'widget'],
    writes: ['applicant', 'embedSession'],
    uses: ['vault'],
  },
  'attach-file': {
    caller: 'embed',
    reads: ['embedSession', 'widget'],
    writes: ['applicant', 'applicantErasure', 'embedSession', 'fileRemoval'],
    uses: ['attachmentUploads', 'vault'],
  },
  'book-demo': { caller: 'public', uses: ['mails'] },
  'complete-checkout': {
    caller: 'public',
    reads: ['accountAccess', 'topUp', 'wallet'],
    writes: ['savedCard', 'topUp', 'wallet'],
    uses: ['simulatedCheckout'],
  },
  'confirm-address': { caller: 'public', reads: ['confirmation'], writes: ['followerAddress'] },
  'forgot-password': { caller: 'public', uses: ['codes', 'pepper'] },
  'log-in': {
    caller: 'public',
    reads: ['accountAccess', 'signIn', 'signInFailures', 'signingKeys'],
    writes: ['accountSession', 'signIn', 'signInFailures', 'signingKeys'],
    uses: ['codes', 'pepper', 'signing'],
  },
  'log-in-with-code': {
    caller: 'public',
    reads: ['accountAccess', 'mailedCodes', 'signIn', 'signingKeys'],
    writes: ['accountSession', 'mailedCodes', 'signingKeys'],
    uses: ['pepper', 'signing'],
  },
  // It ends the session of a caller who has its refresh token, or an access token or key of it.
  'log-out': {
    caller: 'public',
    reads: ['accountAccess', 'accountSession', 'apiKey', 'apiKeyPairs', 'signingKeys'],
    writes: ['accountSession'],
  },
  'open-embed-session': {
    caller: 'embed',
    reads: ['applicant', 'applicantList', 'embedSession', 'rates', 'wallet', 'widget'],
    writes: [
      'applicant',
      'applicantList',
      'applicantsOfReference',
      'embedSession',
      'outbox',
      'wallet',
      'widget',
      'widgetSignature',
    ],
    uses: ['vault'],
  },
  'read-embed-session': { caller: 'embed', reads: ['embedSession', 'widget'] },
  'read-embed-widget': { caller: 'embed', reads: ['widget'] },
  'read-openapi': { caller: 'public', uses: ['support'] },
  'read-signing-keys': { caller: 'public', reads: ['signingKeys'] },
  'read-status': { caller: 'public' },
  'receive-address-callback': {
    caller: 'provider',
    reads: ['addressVerification', 'wallet'],
    writes: ['addressBudget', 'addressVerification', 'company', 'outbox', 'wallet'],
    uses: ['sources'],
  },
  'receive-paystack-callback': {
    caller: 'provider',
    reads: ['accountAccess', 'topUp', 'wallet'],
    writes: ['savedCard', 'topUp', 'wallet'],
    uses: ['payments', 'vault'],
  },
  'refresh-tokens': {
    caller: 'public',
    reads: ['accountAccess', 'accountSession', 'signingKeys'],
    writes: ['accountSession', 'signingKeys'],
    uses: ['signing'],
  },
  'remove-attachment': {
    caller: 'embed',
    reads: ['embedSession', 'widget'],
    writes: ['applicant', 'embedSession', 'fileRemoval'],
    uses: ['vault'],
  },
  'request-login-code': { caller: 'public', uses: ['codes', 'pepper'] },
  'resend-verification': { caller: 'public', uses: ['codes', 'pepper'] },
  'reset-password': {
    caller: 'public',
    reads: ['resetToken'],
    writes: ['accountAccess', 'resetToken', 'signIn', 'signInFailures'],
    uses: ['codes', 'pepper'],
  },
  'save-session-answers': {
    caller: 'embed',
    reads: ['embedSession', 'widget'],
    writes: ['applicant', 'embedSession'],
    uses: ['vault'],
  },
  'serve-docs-renderer': { caller: 'public' },
  'serve-loader': { caller: 'public' },
  'show-address-confirmation': { caller: 'public', reads: ['confirmation'] },
  'show-checkout': { caller: 'public', reads: ['topUp'], uses: ['simulatedCheckout'] },
  'show-docs': { caller: 'public' },
  'show-hosted-page': { caller: 'embed', reads: ['widget'], uses: ['vault'] },
  'show-unsubscribing': { caller: 'public', reads: ['unsubscription'], uses: ['pepper'] },
  'sign-in-with-google': {
    caller: 'public',
    reads: ['accountAccess', 'googleLink', 'mailedCodes', 'signIn', 'signingKeys'],
    writes: [
      'account',
      'accountAccess',
      'accountSession',
      'googleLink',
      'googleToken',
      'mailedCodes',
      'signIn',
      'signingKeys',
      'wallet',
    ],
    uses: ['codes', 'google', 'pepper', 'signing'],
  },
  'sign-up': { caller: 'public', reads: ['signIn'], writes: ['account', 'signIn'], uses: ['codes', 'pepper'] },
  'submit-session': {
    caller: 'embed',
    reads: ['embedSession', 'widget'],
    writes: ['applicant', 'embedSession', 'outbox'],
    uses: ['vault'],
  },
  'subscribe-to-news': { caller: 'public', uses: ['mails'] },
  'update-subscription': { caller: 'public', writes: ['unsubscription'], uses: ['pepper'] },
  'verify-email': {
    caller: 'public',
    reads: ['account', 'signIn'],
    writes: ['account', 'accountAccess', 'signIn', 'wallet'],
    uses: ['pepper'],
  },
};

const KINDS: readonly string[] = ['public', 'embed', 'provider'] satisfies readonly Reviewed['caller'][];

const sorted = (names: readonly string[] | undefined) => (names?.length ? [...names].sort() : undefined);

const touched = ({ caller, touches: { reads, writes, uses } }: Contract) =>
  Object.fromEntries(
    Object.entries({ caller, reads: sorted(reads), writes: sorted(writes), uses: sorted(uses) }).filter(
      ([, value]) => value !== undefined,
    ),
  );

test('functions that anyone may call touch exactly what was reviewed', () => {
  const open = CONTRACTS.filter(({ caller }) => KINDS.includes(caller));
  expect(Object.fromEntries(open.map((contract) => [contract.name, touched(contract)]))).toEqual(REVIEWED);
});

const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];

const partitionsOf = ({ Condition }: Statement): readonly string[] =>
  [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();

describe.each(STAGES)('the simulated checkout on %s', (stage) => {
  const { config, ...synthesized } = synthesize(stage);
  const checkouts = functionsOf({ config, ...synthesized }).filter(({ name }) =>
    ['complete-checkout', 'show-checkout'].includes(name),
  );
  const isSimulated = config.checkout.kind === 'simulated';

  test('reads no secret', () => {
    expect(checkouts).toHaveLength(2);
    const actions = checkouts.flatMap(({ statements }) => statements.flatMap(actionsOf));
    expect(actions).not.toContain('secretsmanager:GetSecretValue');
  });

  test(`writes wallets of ${isSimulated ? 'both environments' : 'the sandbox alone'}`, () => {
    const written = checkouts.flatMap(({ statements }) =>
      statements.filter((one) => actionsOf(one).some((action) => WRITES.includes(action))).flatMap(partitionsOf),
    );
    const environment = isSimulated ? '*' : 'sandbox';
    expect(written.sort()).toEqual([`SAVEDCARD#*#${environment}`, 'TOPUP#*', `WALLET#*#${environment}`]);
  });

  test('has no environment variable of a provider', () => {
    expect(JSON.stringify(checkouts)).not.toContain('PAYSTACK');
  });
});
