import { expect, test } from 'vitest';
import { eraseApplicant } from '#functions/api/kyb/erase-applicant.contract';
import { CONSUMERS } from '#functions/events/consumers';
import { eraseApplicantsConsumer } from '#functions/events/erase-applicants.consumer';
import { ITEM_FAMILIES, type ItemFamily } from '#shared/key-families';
import { LAST_PASS_MS } from '#shared/onboarding/erasure/erase-applicants';
import { ERASED_AT_ONCE, ERASURE_STEPS } from '#shared/onboarding/erasure/erasure-steps';

/**
 * Why a family contains nothing that an applicant, or its account about it, has said, and nothing that was found about
 * it.
 */
const HOLDS_NONE: Readonly<Partial<Record<ItemFamily, string>>> = {
  accountSession: 'who signs in to the account',
  accountAccess: 'who signs in to the account',
  apiKey: 'the account',
  apiKeyPairs: 'the account',
  apiKeyUses: 'the account',
  signingKeys: 'keys of the stage',
  rateLimit: 'counters by the network of a caller, for minutes or hours',
  account: 'the account',
  signIn: 'who signs in to the account',
  signInFailures: 'who signs in to the account',
  mailedCodes: 'who signs in to the account',
  resetToken: 'who signs in to the account',
  googleLink: 'who signs in to the account',
  googleToken: 'who signs in to the account',
  audit: 'what administrators did: prices, disputes and monitoring events',
  contactRequest: 'visitors of public pages',
  sentMail: 'the id of an event and what became of its mail',
  noticeCount: 'counts of two days, by the hash of an address or number',
  followerAddress: 'hashes of addresses that the account named for itself',
  suppressedAddress: 'the hash of an address that must not be mailed, whoever wants to',
  unsubscription: 'the hash of an address whose reader ended mails, which must hold on',
  confirmation: 'addresses that the account named for itself',
  company: 'companies that the account added by itself; nothing of an applicant makes one',
  companyNumber: 'companies',
  companyReads: 'counts',
  companyList: 'companies',
  vendor: 'vendors, from the registry and the news',
  recentEvents: 'vendors',
  obligation: 'companies',
  obligationCalendar: 'companies',
  wallet: 'the price and the id of an applicant or a check',
  topUp: 'the account',
  savedCard: 'the account',
  rates: 'prices',
  addressesOfCompany: 'references of visits to companies',
  addressBudget: 'amounts',
  addressBudgetCap: 'amounts',
  widget: 'the account',
  widgetList: 'counts',
  applicantExports: 'filters of lists, and no applicant; they end with their day, and so do the files (decision 86)',
  widgetSignature: 'the hash of a signed request, for some minutes',
  dispute: 'objections to monitoring events',
  openDisputes: 'ids',
  disputeList: 'counts',
  vendorDisputeList: 'counts',
  disputeCases: 'counts',
  chat: 'what the account asks of its companies: the model is told of no applicant',
  chatMessages: 'the same',
  chatList: 'counts',
  chatListOfCompany: 'counts',
  vendorCheck: 'vendors',
  watch: 'vendors, and how the account calls them',
  watchCounts: 'counts',
  alert: 'vendors',
  fanOutProgress: 'ids',
  accountAlerts: 'counts',
  vendorAlerts: 'counts',
  registrations: 'endpoints of the account',
  registrationSlot: 'ids',
  feed: 'ids of events',
  breaker: 'the state of an endpoint',
  deactivationNotice: 'ids',
  deliveryLog: 'ids, statuses and times of deliveries',
  recovery: 'ids',
  retention: 'a number of days',
};

const ofSteps = ERASURE_STEPS.flatMap(({ families }) => families);

test('each family of items is erased, or has a stated reason why it contains nothing of an applicant', () => {
  const erased = new Set<string>([...ERASED_AT_ONCE, ...ofSteps]);
  const unknown = Object.keys(ITEM_FAMILIES).filter((name) => !erased.has(name) && !(name in HOLDS_NONE));
  expect(unknown, 'add a step to erasure-steps.ts, or say above why it holds nothing').toEqual([]);
  expect(Object.keys(HOLDS_NONE).filter((name) => erased.has(name) || !(name in ITEM_FAMILIES))).toEqual([]);
});

test('the request and the sweep may write exactly what they erase', () => {
  const written = (touches: { readonly writes?: readonly ItemFamily[] }) => [...(touches.writes ?? [])].sort();
  expect(written(eraseApplicantsConsumer.touches)).toEqual([...new Set(ofSteps)].sort());
  const closed = ['applicantErasure', 'applicantNotes', 'embedSession'] as const;
  expect(written(eraseApplicant.touches)).toEqual([...ERASED_AT_ONCE, ...closed].sort());
});

test('every function that had read an applicant before its erasure has ended when everything is erased a second time', () => {
  const longestMs = Math.max(...CONSUMERS.map(({ timeoutSeconds }) => timeoutSeconds)) * 1000;
  expect(longestMs).toBeLessThan(LAST_PASS_MS);
});
