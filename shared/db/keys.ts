import type { Key } from './expressions.ts';

/**
 * Every key of the table. Nothing else in the project spells one.
 *
 * | #  | pattern                                               | index | partition             | sort                 |
 * |----|-------------------------------------------------------|-------|-----------------------|----------------------|
 * | 1  | account by id                                         | table | ACC#usr               | ACCOUNT              |
 * | 2  | totals of an account's lists                          | table | TOTALS#usr            | TOTALS               |
 * | 3  | sign-in record by e-mail address (hashed)             | table | EMAIL#hash            | SIGNIN               |
 * | 4  | one-time code by purpose and e-mail address           | table | CODE#hash             | CODE#purpose         |
 * | 5  | failed sign-ins of an e-mail address                  | table | FAILURES#hash         | FAILURES             |
 * | 6  | account session by id                                 | table | SES#ses               | SESSION              |
 * | 7  | account sessions of an account                        | gsi1  | ACC#usr#SES           | ses                  |
 * | 8  | public signing keys                                   | table | SIGNINGKEYS           | JWKS                 |
 * | 9  | wallet by account and environment                     | table | WALLET#usr#env        | WALLET               |
 * | 10 | ledger of a wallet, by dense sequence number          | table | WALLET#usr#env        | ENTRY#number         |
 * | 11 | ledger of a wallet by time                            | gsi1  | WALLET#usr#env        | time~number          |
 * | 12 | ledger of a wallet by type, by dense number of a type | gsi2  | WALLET#usr#env#type   | number               |
 * | 13 | top-up by reference                                   | table | TOPUP#reference       | TOPUP                |
 * | 14 | pricing rates; one rate                               | table | RATES                 | RATE#actionKey       |
 * | 15 | widget by id (its embed token holds the id)           | table | WGT#wgt               | WIDGET               |
 * | 16 | widgets of an account, newest first                   | gsi1  | ACC#usr#WGT           | wgt                  |
 * | 17 | applicant by id                                       | table | APP#app               | APPLICANT            |
 * | 18 | applicants of an account, by dense number             | gsi1  | ACC#usr#APP           | number               |
 * | 19 | applicants of an account's widget, by dense number    | gsi2  | WGT#wgt#usr#APP       | number               |
 * | 20 | embed session by id                                   | table | WSES#wses             | SESSION              |
 * | 21 | registrations of an account; one registration         | table | REG#usr               | LIVE#whk             |
 * | 22 | deleted registrations of an account                   | table | REG#usr               | DELETED#whk          |
 * | 23 | the one registration of (app, environment, service)   | table | WHKSLOT#wgt#env#type  | SLOT                 |
 * | 24 | breaker and permits of a registration                 | table | WHKBREAKER#whk        | BREAKER              |
 * | 25 | delivery by id                                        | table | WHD#whd               | DELIVERY             |
 * | 26 | attempts of a delivery                                | table | WHD#whd               | ATTEMPT#number       |
 * | 27 | deliveries of a registration, newest first            | gsi1  | WHK#whk#WHD           | whd                  |
 * | 28 | what the sweep looks after, by the time it is overdue | gsi2  | DUE#shard             | time                 |
 * | 29 | events of an account (the outbox), oldest first       | table | OUTBOX#usr            | EVENT#sev            |
 * | 30 | events that are not published yet, oldest first       | gsi2  | UNPUBLISHED#shard     | time                 |
 * | 31 | rate-limit counter of a surface and caller in a window | table | LIMIT#surface#caller  | WINDOW#number        |
 * | 32 | claim of an idempotency key, then the answer kept there | table | IDEMPOTENCY#scope#key | ANSWER             |
 * | 33 | role of an account, and which sessions are valid      | table | AUTH#usr              | AUTH                 |
 * | 34 | use of a widget's request signature                   | table | WGTSIG#wgt#mac        | USE                  |
 * | 35 | parked deliveries of a registration, by their wait    | table | WHKPARKED#whk         | PARKED#ms#whd        |
 * | 36 | deliveries that were given up for our own faults      | gsi2  | ABANDONED             | time                 |
 * | 37 | notice that a registration was deactivated            | table | WHKNOTICE#whk         | NOTICE               |
 *
 * Partitions that begin alike are one family of items, the finest grain in which a function is given rights
 * (`families.ts`): what different functions write stands in different families.
 *
 * Every part comes through {@link join}, which refuses `#`: an id from outside cannot reach into another key.
 */
const join = (...parts: readonly (string | number)[]): string => {
  for (const part of parts) {
    if (part === '' || String(part).includes('#')) throw new RangeError('A key part is empty or holds "#"');
  }
  return parts.join('#');
};

/** Whether a text from outside can be a part of a key at all. */
export const isKeyPart = (text: string): boolean => text !== '' && text.length <= 256 && !text.includes('#');

/** Digits enough for any list, so that numbers sort as texts. */
const padded = (sequence: number): string => String(sequence).padStart(12, '0');

/** How many partitions hold what the sweep looks after: enough for a thousand writes a second each. */
export const DUE_SHARDS = 8;

/** How many partitions hold the events that are not published yet: an event is written into one, and out of it again. */
export const UNPUBLISHED_SHARDS = 8;

/** Primary keys. */
export const keys = {
  account: (accountId: string): Key => ({ pk: join('ACC', accountId), sk: 'ACCOUNT' }),
  accountTotals: (accountId: string): Key => ({ pk: join('TOTALS', accountId), sk: 'TOTALS' }),
  signIn: (emailKey: string): Key => ({ pk: join('EMAIL', emailKey), sk: 'SIGNIN' }),
  code: (emailKey: string, purpose: string): Key => ({ pk: join('CODE', emailKey), sk: join('CODE', purpose) }),
  signInFailures: (emailKey: string): Key => ({ pk: join('FAILURES', emailKey), sk: 'FAILURES' }),
  accountSession: (sessionId: string): Key => ({ pk: join('SES', sessionId), sk: 'SESSION' }),
  accountAccess: (accountId: string): Key => ({ pk: join('AUTH', accountId), sk: 'AUTH' }),
  signingKeys: (): Key => ({ pk: 'SIGNINGKEYS', sk: 'JWKS' }),
  wallet: (accountId: string, environment: string): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: 'WALLET',
  }),
  ledgerEntry: (accountId: string, environment: string, sequence: number): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: join('ENTRY', padded(sequence)),
  }),
  topUp: (reference: string): Key => ({ pk: join('TOPUP', reference), sk: 'TOPUP' }),
  rate: (actionKey: string): Key => ({ pk: 'RATES', sk: join('RATE', actionKey) }),
  widget: (widgetId: string): Key => ({ pk: join('WGT', widgetId), sk: 'WIDGET' }),
  applicant: (applicantId: string): Key => ({ pk: join('APP', applicantId), sk: 'APPLICANT' }),
  embedSession: (sessionId: string): Key => ({ pk: join('WSES', sessionId), sk: 'SESSION' }),
  registration: (accountId: string, registrationId: string): Key => ({
    pk: join('REG', accountId),
    sk: join('LIVE', registrationId),
  }),
  deletedRegistration: (accountId: string, registrationId: string): Key => ({
    pk: join('REG', accountId),
    sk: join('DELETED', registrationId),
  }),
  registrationSlot: (appId: string, environment: string, serviceType: string): Key => ({
    pk: join('WHKSLOT', appId, environment, serviceType),
    sk: 'SLOT',
  }),
  breaker: (registrationId: string): Key => ({ pk: join('WHKBREAKER', registrationId), sk: 'BREAKER' }),
  parkedDelivery: (registrationId: string, parkedAtMs: number, deliveryId: string): Key => ({
    pk: join('WHKPARKED', registrationId),
    sk: join('PARKED', padded(parkedAtMs), deliveryId),
  }),
  deactivationNotice: (registrationId: string): Key => ({ pk: join('WHKNOTICE', registrationId), sk: 'NOTICE' }),
  delivery: (deliveryId: string): Key => ({ pk: join('WHD', deliveryId), sk: 'DELIVERY' }),
  attempt: (deliveryId: string, number: number): Key => ({
    pk: join('WHD', deliveryId),
    sk: join('ATTEMPT', padded(number)),
  }),
  outboxEvent: (accountId: string, eventId: string): Key => ({
    pk: join('OUTBOX', accountId),
    sk: join('EVENT', eventId),
  }),
  rateLimit: (surface: string, caller: string, window: number): Key => ({
    pk: join('LIMIT', surface, caller),
    sk: join('WINDOW', padded(window)),
  }),
  widgetSignature: (widgetId: string, mac: string): Key => ({ pk: join('WGTSIG', widgetId, mac), sk: 'USE' }),
  idempotency: (scope: string, keyHash: string): Key => ({ pk: join('IDEMPOTENCY', scope, keyHash), sk: 'ANSWER' }),
} as const;

/** Partitions and sort-key ranges of the lists. */
export const lists = {
  /** The sort key of an entry of a list that is numbered without gaps in an index, and those of a range of them. */
  number: (number: number): string => padded(number),
  numbers: (first: number, last: number): readonly [string, string] => [padded(first), padded(last)],
  accountSessions: (accountId: string): string => join('ACC', accountId, 'SES'),
  ledger: (accountId: string, environment: string): string => join('WALLET', accountId, environment),
  ledgerOfType: (accountId: string, environment: string, type: string): string =>
    join('WALLET', accountId, environment, type),
  ledgerEntries: 'ENTRY#',
  /** Sort keys of the ledger entries numbered `first` to `last`. */
  ledgerRange: (first: number, last: number): readonly [string, string] => [
    join('ENTRY', padded(first)),
    join('ENTRY', padded(last)),
  ],
  /** Where an entry stands in time. `~` sorts after every character of a timestamp. */
  ledgerTime: (createdAt: string, sequence: number): string => `${createdAt}~${padded(sequence)}`,
  /** Sort keys of the entries made before a timestamp, and of those made at it or before. */
  ledgerTimesBefore: (timestamp: string): readonly [string, string] => ['0', timestamp],
  ledgerTimesUpTo: (timestamp: string): readonly [string, string] => ['0', `${timestamp}~~`],
  rates: 'RATES',
  widgetsOfAccount: (accountId: string): string => join('ACC', accountId, 'WGT'),
  applicantsOfAccount: (accountId: string): string => join('ACC', accountId, 'APP'),
  /** Named by the account as well: a list is asked for before anybody knows whose the widget is. */
  applicantsOfWidget: (widgetId: string, accountId: string): string => join('WGT', widgetId, accountId, 'APP'),
  registrations: (accountId: string): string => join('REG', accountId),
  liveRegistrations: 'LIVE#',
  attempts: (deliveryId: string): string => join('WHD', deliveryId),
  attemptEntries: 'ATTEMPT#',
  deliveriesOfRegistration: (registrationId: string): string => join('WHK', registrationId, 'WHD'),
  due: (shard: number | '*'): string => join('DUE', shard),
  parkedDeliveries: (registrationId: string): string => join('WHKPARKED', registrationId),
  parkedEntries: 'PARKED#',
  abandonedDeliveries: 'ABANDONED',
  unpublishedEvents: (shard: number | '*'): string => join('UNPUBLISHED', shard),
} as const;
