import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { STAGES } from '#infra/stage-config';
import { type ItemFamily, partitionsOf } from '#shared/key-families';
import { actionsOf, functionsOf, type Statement, synthesize } from './synthesis.ts';

/**
 * The functions that may write data which authorises access or is money, by family. A function that is added to a line
 * was reviewed for what it writes there, and on whose authority.
 */
const WRITERS: { readonly [family in ItemFamily]?: readonly string[] } = {
  /**
   * A key added here makes tokens of any account valid. All of these functions derive what they write from the signing
   * secret.
   */
  signingKeys: ['log-in', 'log-in-with-code', 'refresh-tokens', 'sign-in-with-google'],
  /** Password hashes, and the pending sign-ups with their codes. */
  signIn: ['log-in', 'reset-password', 'send-codes', 'sign-in-with-google', 'sign-up', 'verify-email'],
  /** Login codes: a code written here begins a session. */
  mailedCodes: ['log-in-with-code', 'send-codes', 'sign-in-with-google'],
  /** Which Google account signs in to which account, and which tokens have been used. */
  googleLink: ['sign-in-with-google'],
  googleToken: ['sign-in-with-google'],
  /** Which addresses an account may mail: with a confirmation written here, strangers are mailed. */
  followerAddress: ['confirm-address', 'send-codes'],
  confirmation: ['send-codes'],
  /** Suppressed addresses, which get no codes either: a write here locks people out. */
  suppressedAddress: ['suppress-addresses'],
  /** Which mails have been unsubscribed: a write here keeps notices from people who want them. */
  unsubscription: ['update-subscription'],
  /** Links for a new password: a token written here sets the password of any account. */
  resetToken: ['reset-password', 'send-codes'],
  /** What locks an address after wrong passwords. */
  signInFailures: ['log-in', 'reset-password'],
  account: ['sign-in-with-google', 'sign-up', 'verify-email'],
  /** Roles: a write here makes administrators. */
  accountAccess: ['reset-password', 'sign-in-with-google', 'verify-email'],
  /** These functions can create keys that act for any account. */
  apiKey: ['rotate-api-keys'],
  apiKeyPairs: ['rotate-api-keys'],
  accountSession: ['log-in', 'log-in-with-code', 'log-out', 'refresh-tokens', 'sign-in-with-google'],
  /** The owner of a company, who alone reads it, changes it and has it checked. */
  company: [
    'add-company',
    'add-watch',
    'book-visit',
    'check-vendor',
    'complete-sandbox-address-verification',
    'give-up-company',
    'receive-address-callback',
    'update-company',
    'verify-cac',
    'verify-jtb-tin',
    'verify-tin',
    'verify-utility-bill',
  ],
  companyNumber: ['add-company', 'add-watch', 'give-up-company'],
  /** Files to be removed: a write here can have any file removed. */
  fileRemoval: [
    'add-dispute-documents',
    'attach-file',
    'erase-applicants',
    'expire-applicants',
    'expire-sandbox-applicant',
    'file-dispute',
    'remove-attachment',
    'sweep-files',
    'verify-cac',
    'verify-jtb-tin',
    'verify-tin',
    'verify-utility-bill',
    'write-export',
  ],
  /**
   * Which applicants were erased: a mark written here prevents notices and responses about an applicant from being
   * kept.
   */
  applicantErasure: [
    'attach-file',
    'clear-entry',
    'erase-applicant',
    'erase-applicants',
    'expire-applicants',
    'send-mails',
  ],
  /** Prices, and who changed them: only administrators. */
  rates: ['set-pricing-rate'],
  audit: ['record-monitoring-event', 'review-dispute', 'set-pricing-rate'],
  /** Balances and ledgers. */
  wallet: [
    'add-watch',
    'assess-applicant',
    'book-visit',
    'complete-checkout',
    'complete-sandbox-address-verification',
    'create-applicant',
    'keep-lists',
    'open-embed-session',
    'read-top-up',
    'receive-address-callback',
    'receive-paystack-callback',
    'remove-saved-card',
    'renew-sandbox-watch',
    'renew-watches',
    'send-message',
    'set-auto-top-up',
    'set-sandbox-wallet',
    'set-threshold',
    'sign-in-with-google',
    'submit-address',
    'top-up-wallets',
    'verify-cac',
    'verify-email',
    'verify-jtb-tin',
    'verify-meter',
    'verify-tin',
    'verify-utility-bill',
  ],
  /** What accounts watch: accounts with an active watch get alerts, and each watch is charged monthly. */
  watch: ['add-watch', 'remove-watch', 'renew-sandbox-watch', 'renew-watches', 'update-watch'],
  /**
   * What decisions are based on, and the list entries that are ignored: a clearance written here passes a screening.
   */
  evidence: [
    'assess-applicant',
    'clear-entry',
    'erase-applicants',
    'verify-cac',
    'verify-jtb-tin',
    'verify-meter',
    'verify-tin',
    'verify-utility-bill',
    'withdraw-clearance',
  ],
  /** The cost of a month's address verifications, and the caps that only operators set. */
  addressBudget: ['book-visit', 'complete-sandbox-address-verification', 'receive-address-callback', 'submit-address'],
  addressBudgetCap: [],
  /** The sealed authorizations that charge payers' cards. */
  savedCard: ['complete-checkout', 'read-top-up', 'receive-paystack-callback', 'remove-saved-card', 'top-up-wallets'],
  /** Payments that are credited to a wallet once they succeed. */
  topUp: ['complete-checkout', 'read-top-up', 'receive-paystack-callback', 'start-top-up', 'top-up-wallets'],
};

const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];

/** Whether a statement allows writing a partition, as IAM's `StringLike` matches it. */
const allowsWrite = (statement: Statement, partition: string): boolean =>
  actionsOf(statement).some((action) => WRITES.includes(action)) &&
  [statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? '*']
    .flat()
    .some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition));

describe.each(STAGES)('on %s', (stage) => {
  const functions = functionsOf(synthesize(stage));
  const deployed = new Set(functions.map(({ name }) => name));

  const ableToWrite = (family: ItemFamily): string[] => {
    // In the sandbox, which every writer of a family with environments reaches.
    const partition = partitionsOf(family, 'sandbox').replaceAll('*', 'x');
    const able = functions.filter(({ statements }) => statements.some((one) => allowsWrite(one, partition)));
    return able.map(({ name }) => name).sort();
  };

  test.each(Object.entries(WRITERS))(
    '%s is written by exactly the functions that are reviewed here',
    (family, reviewed) => {
      expect(ableToWrite(family as ItemFamily)).toEqual(reviewed.filter((name) => deployed.has(name)));
    },
  );

  test('only the workers of the two queues of mails may send mail', () => {
    const able = functions.filter(({ statements }) =>
      statements.some((one) => actionsOf(one).includes('ses:SendEmail')),
    );
    expect(able.map(({ name }) => name).sort()).toEqual(['send-codes', 'send-mails']);
  });

  test('only the worker of notices may send text messages, if the stage has them', () => {
    const able = functions.filter(({ statements }) => statements.some((one) => actionsOf(one).includes('sns:Publish')));
    const expected = stage === 'staging' || stage === 'prod' ? ['mail-applicant-notices'] : [];
    expect(able.map(({ name }) => name)).toEqual(expected);
  });

  test('counters of rate limits are written by the endpoints of a limited surface, and no others', () => {
    const limited = CONTRACTS.filter(({ limit, name }) => limit !== undefined && deployed.has(name));
    expect(ableToWrite('rateLimit').sort()).toEqual(limited.map(({ name }) => name).sort());
  });
});

test('the reviewed functions exist', () => {
  const everywhere = new Set(STAGES.flatMap((stage) => functionsOf(synthesize(stage)).map(({ name }) => name)));
  expect(
    Object.values(WRITERS)
      .flat()
      .filter((name) => !everywhere.has(name)),
  ).toEqual([]);
});
