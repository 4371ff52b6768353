/**
 * What the log of each consumer says when its alarm goes off, for the runbook: codes and ids to look for, and what to
 * do with its dead letters. What customers miss meanwhile is in its declaration.
 */
export const CONSUMER_NOTES: Readonly<Record<string, string>> = {
  'publish-events':
    'It retries for 24 hours and catches up by itself. Dead letters are records given up after a day; delete them once `sweep-events` has published them from the table.',
  'assess-applicant': 'Search by `applicantId`. Nobody is assessed or billed twice.',
  'book-visit':
    'Search by `reference`. `VISIT_POSTPONED` is the source, which is retried for 24 hours before the visit is refunded. `MESSAGE_FAILED` is our fault.',
  'mail-applicant-notices':
    '`MAIL_QUEUED` for each mail. `TEXT_FAILED` is Amazon SNS; `TEXT_REFUSED` is an invalid number, not retried; `TEXT_NOT_SENT` says why.',
  'fan-out-alerts': 'Search by `vendorId`. The sweep starts what was lost.',
  'check-vendor':
    'Search by `vendorId`. `VENDOR_CHECK_INCOMPLETE` is a source, which is asked again the next day; one that hangs takes a worker for 35 seconds. Checks are handed out again after an hour, so delete the dead letters.',
  'write-export':
    'Search by `exportId`. `ObjectStoreUnavailable` is S3. An export is written from the start at each try, and a dead letter of one that failed does nothing: delete it, and tell the account to make another one.',
  'deliver-webhook':
    '`SecretUnavailable` is the vault secret; time-outs to one host are its own fault, and its breaker opens. The sweep finds what was lost.',
  'mail-wallet-notices': '`MAIL_QUEUED` for each mail.',
  'mail-watch-notices': '`MAIL_QUEUED` for each mail.',
  'top-up-wallets':
    '`PAYMENTS_UNAVAILABLE` is Paystack or its key; `SecretUnavailable` a secret. No card is charged twice.',
  'send-codes':
    "`MAIL_FAILED` is SES. Keep `mailsPerSecond` in `infra/stages.ts` below SES's rate for the account. Expired codes are dropped.",
  'send-mails':
    'It sends `mailsPerSecond`: late without a failure is a long queue. `MAIL_REFUSED` is an address that SES refuses; `MAIL_NOT_SENT` says why, such as `suppressed`: [mail it again](operating.md#mailing-an-address-again).',
  'suppress-addresses':
    '`ADDRESS_SUPPRESSED` with the `mailId` of its `MAIL_SENT`. Dead letters without that line are not reports of SES.',
  'keep-lists':
    'It retries for 24 hours and catches up by itself. The entry of a dead letter is wrong until its delivery or applicant changes again.',
  'renew-watches': 'Of several missed months only the latest is charged.',
  'erase-applicants':
    'Search by `applicantId`. `ErasureOverdue` is an event that has no place in the feed after half an hour: see `publish-events`.',
  'sweep-files': '`ObjectStoreUnavailable` is S3.',
  'plan-vendor-checks': 'A vendor that missed days is checked once.',
};
