import type { Consumer } from '#shared/consumers/consumer';
import { assessApplicantConsumer } from './assess-applicant.consumer.ts';
import { bookVisitConsumer } from './book-visit.consumer.ts';
import { checkVendorConsumer } from './check-vendor.consumer.ts';
import { deliverWebhookConsumer } from './deliver-webhook.consumer.ts';
import { eraseApplicantsConsumer } from './erase-applicants.consumer.ts';
import { eraseChatsConsumer } from './erase-chats.consumer.ts';
import { expireApplicantsConsumer } from './expire-applicants.consumer.ts';
import { fanOutAlertsConsumer } from './fan-out-alerts.consumer.ts';
import { keepListsConsumer } from './keep-lists.consumer.ts';
import { mailApplicantNoticesConsumer } from './mail-applicant-notices.consumer.ts';
import { mailWalletNoticesConsumer } from './mail-wallet-notices.consumer.ts';
import { mailWatchNoticesConsumer } from './mail-watch-notices.consumer.ts';
import { planDeliveryConsumer } from './plan-delivery.consumer.ts';
import { planVendorChecksConsumer } from './plan-vendor-checks.consumer.ts';
import { publishEventsConsumer } from './publish-events.consumer.ts';
import { remindOfObligationsConsumer } from './remind-of-obligations.consumer.ts';
import { renewWatchesConsumer } from './renew-watches.consumer.ts';
import { sendCodesConsumer } from './send-codes.consumer.ts';
import { sendMailsConsumer } from './send-mails.consumer.ts';
import { suppressAddressesConsumer } from './suppress-addresses.consumer.ts';
import { sweepDeliveriesConsumer } from './sweep-deliveries.consumer.ts';
import { sweepEventsConsumer } from './sweep-events.consumer.ts';
import { sweepFanOutsConsumer } from './sweep-fan-outs.consumer.ts';
import { sweepFilesConsumer } from './sweep-files.consumer.ts';
import { sweepVisitsConsumer } from './sweep-visits.consumer.ts';
import { topUpWalletsConsumer } from './top-up-wallets.consumer.ts';
import { writeExportConsumer } from './write-export.consumer.ts';

/** Every function that a stream, a queue or a schedule triggers. Each is declared beside its handler. */
export const CONSUMERS: readonly Consumer[] = [
  publishEventsConsumer,
  sweepEventsConsumer,
  sendMailsConsumer,
  sendCodesConsumer,
  suppressAddressesConsumer,
  mailWalletNoticesConsumer,
  topUpWalletsConsumer,
  assessApplicantConsumer,
  mailApplicantNoticesConsumer,
  expireApplicantsConsumer,
  bookVisitConsumer,
  sweepVisitsConsumer,
  sweepFilesConsumer,
  writeExportConsumer,
  eraseChatsConsumer,
  eraseApplicantsConsumer,
  fanOutAlertsConsumer,
  sweepFanOutsConsumer,
  planVendorChecksConsumer,
  checkVendorConsumer,
  remindOfObligationsConsumer,
  renewWatchesConsumer,
  mailWatchNoticesConsumer,
  planDeliveryConsumer,
  deliverWebhookConsumer,
  keepListsConsumer,
  sweepDeliveriesConsumer,
];
