import type { AlarmEntry } from './entry.ts';
import { count, search } from './searches.ts';

/** The share of a quota at which there is still time to have it raised. */
const NEARLY = 0.8;

/** Alarms on what all functions of the AWS account share, other stages of the account included. */
export const ACCOUNT_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'functions-throttled',
    meansToCustomer: 'Calls fail with a 5xx, or work waits: Lambda starts no more functions.',
    looks: [
      { at: 'The quota', run: 'aws lambda get-account-settings --query AccountLimit' },
      { at: 'Who is busy', run: search('filter @type = "REPORT" | stats count(), avg(@duration) by @log') },
    ],
    end: 'Have the quota raised, and set `lambdaConcurrency` of the stage.',
    // Source: AWS, "Types of metrics for Lambda functions": without dimensions, of all functions of the account.
    source: { namespace: 'AWS/Lambda', metric: 'Throttles', statistic: 'Sum' },
    minutes: 5,
    periods: 2,
    threshold: { from: 10 },
  },
  {
    name: 'concurrency-near-quota',
    meansToCustomer: 'Nothing yet: at the quota of the account, calls fail.',
    sameAs: 'functions-throttled',
    source: { namespace: 'AWS/Lambda', metric: 'ConcurrentExecutions', statistic: 'Maximum' },
    minutes: 1,
    periods: 3,
    threshold: ({ lambdaConcurrency = 1000 }) => ({ from: NEARLY * lambdaConcurrency }),
  },
  {
    name: 'text-spend-near-quota',
    meansToCustomer: 'Nothing yet: at the quota, applicants get no text messages until the month ends.',
    looks: [
      { at: 'The quota', run: 'aws sns get-sms-attributes --query attributes.MonthlySpendLimit' },
      { at: 'Who sends', run: count('TEXT_SENT', 'accountId') },
    ],
    end: 'Have the quota raised, and set `textMessages.monthlySpendUsd`; or [suspend the account](operating.md#accounts-money-and-deliveries).',
    // Source: Amazon SNS Developer Guide, "Monitoring topics using CloudWatch".
    source: { namespace: 'AWS/SNS', metric: 'SMSMonthToDateSpentUSD', statistic: 'Maximum' },
    minutes: 60,
    threshold: ({ textMessages }) => ({ from: NEARLY * (textMessages?.monthlySpendUsd ?? 1) }),
    missing: 'noNews',
    on: ({ textMessages }) => textMessages !== undefined,
  },
];
