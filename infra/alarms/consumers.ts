/**
 * What the log of each consumer says when its alarm goes off, for the runbook: codes and ids to look for, and what to
 * do with its dead letters. What customers miss meanwhile is in its declaration.
 */
export const CONSUMER_NOTES: Readonly<Record<string, string>> = {
  'publish-events':
    'It catches up by itself. Dead letters are a day old: delete them once `sweep-events` has published them.',
  'assess-applicant': 'Search by `applicantId`. Nobody is assessed or billed twice.',
  'book-visit':
    'Search by `reference`. `VISIT_POSTPONED` is the source, which is retried for 24 hours before the visit is refunded.',
  'mail-applicant-notices': '`TEXT_FAILED` is Amazon SNS; `TEXT_REFUSED` an invalid number; `TEXT_NOT_SENT` says why.',
  'fan-out-alerts': 'Search by `vendorId`. The sweep starts what was lost.',
  'check-vendor':
    'Search by `vendorId`. `VENDOR_CHECK_INCOMPLETE` is a source, which is asked again the next day. Checks are handed out again after an hour, so delete the dead letters.',
  'write-export':
    'Search by `exportId`. `ObjectStoreUnavailable` is S3. Delete dead letters, and tell the account to make another export.',
  'deliver-webhook':
    '`SecretUnavailable` is the vault secret. Time-outs to one host are its own fault. The sweep finds what was lost.',
  'top-up-wallets': '`PAYMENTS_UNAVAILABLE` is Paystack or its key. No card is charged twice.',
  'send-codes': "`MAIL_FAILED` is SES: keep `mailsPerSecond` of the stage below SES's rate. Expired codes are dropped.",
  'send-mails':
    'It sends `mailsPerSecond`: late without a failure is a long queue. `MAIL_NOT_SENT` says why, such as `suppressed`: [mail it again](operating.md#mailing-an-address-again).',
  'suppress-addresses': 'Dead letters without an `ADDRESS_SUPPRESSED` are not reports of SES.',
  'keep-lists': 'It catches up by itself. The entry of a dead letter is wrong until it changes again.',
  'renew-watches': 'Of several missed months only the latest is charged.',
  'erase-applicants':
    'Search by `applicantId`. `ErasureOverdue` is a webhook, an answer or a visit that changes with each try.',
  'sweep-files': '`ObjectStoreUnavailable` is S3.',
  'plan-vendor-checks': 'A vendor that missed days is checked once.',
};
