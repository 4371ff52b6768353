import type { AlarmEntry } from './entry.ts';
import type { SeriesMetric } from './metric-source.ts';
import { count } from './searches.ts';

/**
 * The rate of the last mails of the account in its region, which SES updates as it sends. Source: Amazon SES Developer
 * Guide, "Creating reputation monitoring alarms using CloudWatch", which also advises to ignore missing data.
 */
const reputation = (metric: 'Reputation.BounceRate' | 'Reputation.ComplaintRate'): SeriesMetric => ({
  namespace: 'AWS/SES',
  metric,
  statistic: 'Average',
});

/** Alarms on mails that do not arrive. */
export const MAIL_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'mail-failing',
    meansToCustomer: 'Codes do not arrive, so nobody can sign up or verify an address.',
    looks: [
      { at: 'Why', run: count('MAIL_FAILED', 'function', 'errorName') },
      { at: 'Sandbox, quota', run: 'aws sesv2 get-account --query "[ProductionAccessEnabled,SendQuota]"' },
      {
        at: 'Domain',
        run: 'aws sesv2 get-email-identity --email-identity dev.<domain> --query VerifiedForSendingStatus',
      },
    ],
    end: 'Verify the domain, leave the sandbox, or have the quota raised. Mails wait; expired codes are dropped.',
    source: { own: 'MailFailed' },
    minutes: 5,
    threshold: { from: 3 },
  },
  {
    name: 'mails-bouncing',
    meansToCustomer: 'Nothing yet: four mails in a hundred bounce. At ten, SES stops all our mails.',
    looks: [
      { at: 'How many', run: count('ADDRESS_SUPPRESSED', 'reason') },
      { at: 'Whose', run: count('MAIL_SENT', 'accountId') },
      { at: 'Our standing', run: 'aws sesv2 get-account --query EnforcementStatus' },
    ],
    end: 'Such addresses are mailed no more. Suspend an account that causes them.',
    source: reputation('Reputation.BounceRate'),
    minutes: 60,
    threshold: { from: 0.04 },
    missing: 'noNews',
  },
  {
    name: 'mails-complained-about',
    meansToCustomer: 'Nothing yet: one reader in a thousand reports our mails as spam. At five, SES stops them all.',
    sameAs: 'mails-bouncing',
    source: reputation('Reputation.ComplaintRate'),
    minutes: 60,
    threshold: { from: 0.001 },
    missing: 'noNews',
  },
];
