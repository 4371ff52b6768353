import { resourceName } from '#infra/names';
import type { AlarmEntry } from './entry.ts';
import { count, search, TABLE_STATUS } from './searches.ts';

/** Alarms on the table and on what follows from its changes. */
export const DATA_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'table-throttled',
    meansToCustomer: 'Some calls are slow or fail: one partition of the table is too busy.',
    looks: [
      { at: 'Who fails', run: search('filter errorName like /Thro/ | stats count() by function') },
      { at: 'The busiest', run: count('REQUEST_ANSWERED', 'accountId', 'route') },
      { at: 'The table', run: TABLE_STATUS },
    ],
    end: 'DynamoDB splits the partition within minutes. One account: ask it to slow down.',
    // One series for each operation that was throttled. Source: AWS, "DynamoDB metrics and dimensions".
    source: {
      query: ({ stage }) =>
        `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '${resourceName(stage, 'table')}'`,
    },
    minutes: 5,
    periods: 2,
    threshold: { from: 10 },
  },
  {
    name: 'events-swept',
    meansToCustomer: 'Decisions and webhooks come minutes late: the stream does not publish all events.',
    looks: [
      {
        at: 'The trigger',
        run: `aws lambda list-event-source-mappings --function-name ${resourceName('prod', 'publish-events')} --query 'EventSourceMappings[].State'`,
      },
      { at: 'Why', run: search('filter function like /publish-events/ and level != "info"') },
    ],
    end: 'Enable the trigger, or fix the cause. Feeds stand still until then.',
    source: { own: 'EventsSwept' },
    minutes: 15,
    threshold: { from: 10 },
  },
  {
    name: 'messages-stuck',
    meansToCustomer: 'Something is late: a message failed for four minutes, or killed its worker eight times.',
    looks: [
      { at: 'Whose', run: count('MESSAGE_STUCK', 'function') },
      { at: 'Why', run: count('MESSAGE_FAILED', 'function', 'errorName') },
    ],
    end: 'Fix the cause, see [queues](#queues-and-streams).',
    source: { own: 'MessagesStuck' },
    // A stuck message is retried at least every five minutes.
    minutes: 10,
    threshold: { from: 1 },
  },
  {
    name: 'items-set-aside',
    meansToCustomer: 'Single reminders, renewals, alerts or erasures are not done; all others are.',
    looks: [
      {
        at: 'Which',
        run: search('filter code in ["ITEM_SET_ASIDE", "WATCHER_UNREADABLE"] | stats count() by messageId, errorName'),
      },
    ],
    end: 'Fix the item or the code: a sweep tries again every 15 minutes.',
    source: { own: 'ItemsSetAside' },
    minutes: 15,
    threshold: { from: 1 },
  },
  {
    name: 'applicants-not-listed',
    meansToCustomer: 'Lists by status show an applicant by its earlier status.',
    looks: [{ at: 'Which', run: count('APPLICANT_NOT_LISTED', 'messageId', 'accountId', 'errorName') }],
    end: 'A `messageId` is an item of a later version, as after a rollback: deploy that version. An `accountId`: the next change corrects it.',
    source: { own: 'ApplicantsNotListed' },
    minutes: 15,
    threshold: { from: 1 },
  },
  {
    name: 'wallets-not-settled',
    meansToCustomer: 'A low balance is neither mailed nor topped up until the next charge. The ledger is complete.',
    looks: [{ at: 'Which', run: count('WALLET_NOT_SETTLED', 'messageId', 'accountId', 'errorName') }],
    end: 'As for `applicants-not-listed`.',
    source: { own: 'WalletsNotSettled' },
    minutes: 15,
    threshold: { from: 1 },
  },
];
