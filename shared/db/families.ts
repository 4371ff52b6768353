import { keys, lists } from './keys.ts';
import type { IndexName } from './table.ts';

/**
 * The families of items: all items whose partition looks alike, with `*` for every part that is an id. A family is what
 * a function is given rights on, by IAM's condition key `dynamodb:LeadingKeys`, so no pattern may match another
 * family's partitions (tested).
 */
export const ITEM_FAMILIES = {
  account: keys.account('*').pk,
  accountTotals: keys.accountTotals('*').pk,
  signIn: keys.signIn('*').pk,
  code: keys.code('*', '*').pk,
  signInFailures: keys.signInFailures('*').pk,
  accountSession: keys.accountSession('*').pk,
  /** The role of an account, and which of its sessions are valid. */
  accountAccess: keys.accountAccess('*').pk,
  signingKeys: keys.signingKeys().pk,
  /** A wallet and its ledger. */
  wallet: keys.wallet('*', '*').pk,
  topUp: keys.topUp('*').pk,
  rates: lists.rates,
  widget: keys.widget('*').pk,
  widgetSignature: keys.widgetSignature('*', '*').pk,
  applicant: keys.applicant('*').pk,
  embedSession: keys.embedSession('*').pk,
  registrations: lists.registrations('*'),
  registrationSlot: keys.registrationSlot('*', '*', '*').pk,
  breaker: keys.breaker('*').pk,
  parkedDelivery: lists.parkedDeliveries('*'),
  /** That a registration was deactivated, for the mail to its owner. */
  deactivationNotice: keys.deactivationNotice('*').pk,
  /** A delivery and its attempts. */
  delivery: keys.delivery('*').pk,
  outbox: keys.outboxEvent('*', '*').pk,
  rateLimit: keys.rateLimit('*', '*', 0).pk,
  idempotency: keys.idempotency('*', '*').pk,
} as const satisfies Readonly<Record<string, string>>;

/** The families of lists: partitions of an index, written by whoever writes the items that stand in them. */
export const LIST_FAMILIES = {
  accountSessions: { index: 'gsi1', partition: lists.accountSessions('*') },
  ledgerByTime: { index: 'gsi1', partition: lists.ledger('*', '*') },
  ledgerByType: { index: 'gsi2', partition: lists.ledgerOfType('*', '*', '*') },
  widgetsOfAccount: { index: 'gsi1', partition: lists.widgetsOfAccount('*') },
  applicantsOfAccount: { index: 'gsi1', partition: lists.applicantsOfAccount('*') },
  applicantsOfWidget: { index: 'gsi2', partition: lists.applicantsOfWidget('*', '*') },
  deliveriesOfRegistration: { index: 'gsi1', partition: lists.deliveriesOfRegistration('*') },
  unpublishedEvents: { index: 'gsi2', partition: lists.unpublishedEvents('*') },
  abandonedDeliveries: { index: 'gsi2', partition: lists.abandonedDeliveries },
  due: { index: 'gsi2', partition: lists.due('*') },
} as const satisfies Readonly<Record<string, { readonly index: IndexName; readonly partition: string }>>;

/** A family of items of the table. */
export type ItemFamily = keyof typeof ITEM_FAMILIES;

/** A family of lists of an index. */
export type ListFamily = keyof typeof LIST_FAMILIES;
