import type { Contract } from '#shared/http/contract';
import { forgotPassword } from './accounts/forgot-password.contract.ts';
import { logIn } from './accounts/log-in.contract.ts';
import { logInWithCode } from './accounts/log-in-with-code.contract.ts';
import { logOut } from './accounts/log-out.contract.ts';
import { readMe } from './accounts/read-me.contract.ts';
import { refreshTokens } from './accounts/refresh-tokens.contract.ts';
import { requestLoginCode } from './accounts/request-login-code.contract.ts';
import { resendVerification } from './accounts/resend-verification.contract.ts';
import { resetPassword } from './accounts/reset-password.contract.ts';
import { signInWithGoogle } from './accounts/sign-in-with-google.contract.ts';
import { signUp } from './accounts/sign-up.contract.ts';
import { verifyEmail } from './accounts/verify-email.contract.ts';
import { listAuditEntries } from './admin/list-audit-entries.contract.ts';
import { listDisputeCases } from './admin/list-dispute-cases.contract.ts';
import { readDisputeCase } from './admin/read-dispute-case.contract.ts';
import { recordMonitoringEvent } from './admin/record-monitoring-event.contract.ts';
import { reviewDispute } from './admin/review-dispute.contract.ts';
import { setPricingRate } from './admin/set-pricing-rate.contract.ts';
import { listAlerts } from './alerts/list-alerts.contract.ts';
import { markAlertRead } from './alerts/mark-alert-read.contract.ts';
import { markAlertsRead } from './alerts/mark-alerts-read.contract.ts';
import { readAlert } from './alerts/read-alert.contract.ts';
import { listApiKeys } from './api-keys/list-api-keys.contract.ts';
import { rotateApiKeys } from './api-keys/rotate-api-keys.contract.ts';
import { createChat } from './chat/create-chat.contract.ts';
import { deleteChat } from './chat/delete-chat.contract.ts';
import { listChats } from './chat/list-chats.contract.ts';
import { readChat } from './chat/read-chat.contract.ts';
import { sendMessage } from './chat/send-message.contract.ts';
import { addCompany } from './companies/add-company.contract.ts';
import { giveUpCompany } from './companies/give-up-company.contract.ts';
import { listCompanies } from './companies/list-companies.contract.ts';
import { readCompany } from './companies/read-company.contract.ts';
import { updateCompany } from './companies/update-company.contract.ts';
import { completeObligation } from './compliance/complete-obligation.contract.ts';
import { createObligation } from './compliance/create-obligation.contract.ts';
import { deleteObligation } from './compliance/delete-obligation.contract.ts';
import { listObligations } from './compliance/list-obligations.contract.ts';
import { readObligation } from './compliance/read-obligation.contract.ts';
import { updateObligation } from './compliance/update-obligation.contract.ts';
import { bookDemo } from './contact/book-demo.contract.ts';
import { confirmAddress } from './contact/confirm-address.contract.ts';
import { showAddressConfirmation } from './contact/show-address-confirmation.contract.ts';
import { showUnsubscribing } from './contact/show-unsubscribing.contract.ts';
import { subscribeToNews } from './contact/subscribe-to-news.contract.ts';
import { updateSubscription } from './contact/update-subscription.contract.ts';
import { addDisputeDocuments } from './disputes/add-dispute-documents.contract.ts';
import { fileDispute } from './disputes/file-dispute.contract.ts';
import { listDisputes } from './disputes/list-disputes.contract.ts';
import { readDispute } from './disputes/read-dispute.contract.ts';
import { abandonSession } from './embed/abandon-session.contract.ts';
import { attachFile } from './embed/attach-file.contract.ts';
import { openEmbedSession } from './embed/open-embed-session.contract.ts';
import { readEmbedSession } from './embed/read-embed-session.contract.ts';
import { readEmbedWidget } from './embed/read-embed-widget.contract.ts';
import { removeAttachment } from './embed/remove-attachment.contract.ts';
import { saveSessionAnswers } from './embed/save-session-answers.contract.ts';
import { serveLoader } from './embed/serve-loader.contract.ts';
import { showHostedPage } from './embed/show-hosted-page.contract.ts';
import { submitSession } from './embed/submit-session.contract.ts';
import { clearEntry } from './kyb/clear-entry.contract.ts';
import { createApplicant } from './kyb/create-applicant.contract.ts';
import { createExport } from './kyb/create-export.contract.ts';
import { createNote } from './kyb/create-note.contract.ts';
import { createWidget } from './kyb/create-widget.contract.ts';
import { decideApplicant } from './kyb/decide-applicant.contract.ts';
import { deleteNote } from './kyb/delete-note.contract.ts';
import { deleteWidget } from './kyb/delete-widget.contract.ts';
import { eraseApplicant } from './kyb/erase-applicant.contract.ts';
import { listApplicants } from './kyb/list-applicants.contract.ts';
import { listClearances } from './kyb/list-clearances.contract.ts';
import { listNotes } from './kyb/list-notes.contract.ts';
import { listTemplates } from './kyb/list-templates.contract.ts';
import { listWidgetApplicants } from './kyb/list-widget-applicants.contract.ts';
import { listWidgets } from './kyb/list-widgets.contract.ts';
import { overturnDecision } from './kyb/overturn-decision.contract.ts';
import { previewWidget } from './kyb/preview-widget.contract.ts';
import { readApplicant } from './kyb/read-applicant.contract.ts';
import { readApplicantReport } from './kyb/read-applicant-report.contract.ts';
import { readExport } from './kyb/read-export.contract.ts';
import { readWidget } from './kyb/read-widget.contract.ts';
import { reassessApplicant } from './kyb/reassess-applicant.contract.ts';
import { rotateEmbedToken } from './kyb/rotate-embed-token.contract.ts';
import { setTags } from './kyb/set-tags.contract.ts';
import { setWidgetStatus } from './kyb/set-widget-status.contract.ts';
import { updateNote } from './kyb/update-note.contract.ts';
import { updateWidget } from './kyb/update-widget.contract.ts';
import { withdrawClearance } from './kyb/withdraw-clearance.contract.ts';
import { readOpenapi } from './meta/read-openapi.contract.ts';
import { readSigningKeys } from './meta/read-signing-keys.contract.ts';
import { readStatus } from './meta/read-status.contract.ts';
import { addWatch } from './monitoring/add-watch.contract.ts';
import { listMediaMentions } from './monitoring/list-media-mentions.contract.ts';
import { listVendorEvents } from './monitoring/list-vendor-events.contract.ts';
import { listWatches } from './monitoring/list-watches.contract.ts';
import { readMonitoringEvent } from './monitoring/read-monitoring-event.contract.ts';
import { readScoreHistory } from './monitoring/read-score-history.contract.ts';
import { readVendor } from './monitoring/read-vendor.contract.ts';
import { removeWatch } from './monitoring/remove-watch.contract.ts';
import { updateWatch } from './monitoring/update-watch.contract.ts';
import { completeSandboxAddressVerification } from './sandbox/complete-sandbox-address-verification.contract.ts';
import { deactivateSandboxWebhook } from './sandbox/deactivate-sandbox-webhook.contract.ts';
import { decideSandboxApplicant } from './sandbox/decide-sandbox-applicant.contract.ts';
import { decideSandboxDispute } from './sandbox/decide-sandbox-dispute.contract.ts';
import { expireSandboxApplicant } from './sandbox/expire-sandbox-applicant.contract.ts';
import { listSandboxMails } from './sandbox/list-sandbox-mails.contract.ts';
import { listSandboxScenarios } from './sandbox/list-sandbox-scenarios.contract.ts';
import { renewSandboxWatch } from './sandbox/renew-sandbox-watch.contract.ts';
import { setSandboxWallet } from './sandbox/set-sandbox-wallet.contract.ts';
import { simulateSandboxMonitoringEvent } from './sandbox/simulate-sandbox-monitoring-event.contract.ts';
import { listVerifications } from './verification/list-verifications.contract.ts';
import { readAddress } from './verification/read-address.contract.ts';
import { readVerification } from './verification/read-verification.contract.ts';
import { receiveAddressCallback } from './verification/receive-address-callback.contract.ts';
import { submitAddress } from './verification/submit-address.contract.ts';
import { verifyCac } from './verification/verify-cac.contract.ts';
import { verifyJtbTin } from './verification/verify-jtb-tin.contract.ts';
import { verifyMeter } from './verification/verify-meter.contract.ts';
import { verifyTin } from './verification/verify-tin.contract.ts';
import { verifyUtilityBill } from './verification/verify-utility-bill.contract.ts';
import { completeCheckout } from './wallet/complete-checkout.contract.ts';
import { listTransactions } from './wallet/list-transactions.contract.ts';
import { readPricingRates } from './wallet/read-pricing-rates.contract.ts';
import { readSavedCard } from './wallet/read-saved-card.contract.ts';
import { readStatement } from './wallet/read-statement.contract.ts';
import { readTopUp } from './wallet/read-top-up.contract.ts';
import { readTransaction } from './wallet/read-transaction.contract.ts';
import { readWallet } from './wallet/read-wallet.contract.ts';
import { receivePaystackCallback } from './wallet/receive-paystack-callback.contract.ts';
import { removeSavedCard } from './wallet/remove-saved-card.contract.ts';
import { setAutoTopUp } from './wallet/set-auto-top-up.contract.ts';
import { setThreshold } from './wallet/set-threshold.contract.ts';
import { showCheckout } from './wallet/show-checkout.contract.ts';
import { showReceipt } from './wallet/show-receipt.contract.ts';
import { startTopUp } from './wallet/start-top-up.contract.ts';
import { createWebhook } from './webhooks/create-webhook.contract.ts';
import { deleteWebhook } from './webhooks/delete-webhook.contract.ts';
import { listDeliveries } from './webhooks/list-deliveries.contract.ts';
import { listEventTypes } from './webhooks/list-event-types.contract.ts';
import { listEvents } from './webhooks/list-events.contract.ts';
import { listWebhooks } from './webhooks/list-webhooks.contract.ts';
import { readDelivery } from './webhooks/read-delivery.contract.ts';
import { readWebhook } from './webhooks/read-webhook.contract.ts';
import { recoverDeliveries } from './webhooks/recover-deliveries.contract.ts';
import { resendDelivery } from './webhooks/resend-delivery.contract.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.contract.ts';
import { testWebhook } from './webhooks/test-webhook.contract.ts';
import { updateWebhook } from './webhooks/update-webhook.contract.ts';

/**
 * The whole API on one screen. Infrastructure, the OpenAPI document, the response to unknown routes and the shared
 * tests read this list; a handler imports only its own contract, from the file beside it.
 */
export const CONTRACTS: readonly Contract[] = [
  signUp,
  verifyEmail,
  resendVerification,
  logIn,
  requestLoginCode,
  logInWithCode,
  signInWithGoogle,
  forgotPassword,
  resetPassword,
  refreshTokens,
  logOut,
  readMe,
  listApiKeys,
  rotateApiKeys,
  readEmbedWidget,
  openEmbedSession,
  readEmbedSession,
  saveSessionAnswers,
  attachFile,
  removeAttachment,
  submitSession,
  abandonSession,
  showHostedPage,
  serveLoader,
  createWidget,
  readWidget,
  listWidgets,
  setWidgetStatus,
  updateWidget,
  rotateEmbedToken,
  deleteWidget,
  previewWidget,
  listTemplates,
  createApplicant,
  readApplicant,
  readApplicantReport,
  decideApplicant,
  overturnDecision,
  reassessApplicant,
  eraseApplicant,
  clearEntry,
  listClearances,
  withdrawClearance,
  createNote,
  listNotes,
  updateNote,
  deleteNote,
  setTags,
  listApplicants,
  createExport,
  readExport,
  listWidgetApplicants,
  addCompany,
  updateCompany,
  giveUpCompany,
  readCompany,
  listCompanies,
  fileDispute,
  readDispute,
  listDisputes,
  addDisputeDocuments,
  listDisputeCases,
  readDisputeCase,
  reviewDispute,
  decideSandboxDispute,
  listAlerts,
  markAlertRead,
  markAlertsRead,
  readAlert,
  createObligation,
  readObligation,
  updateObligation,
  completeObligation,
  deleteObligation,
  listObligations,
  createChat,
  listChats,
  readChat,
  sendMessage,
  deleteChat,
  addWatch,
  listWatches,
  removeWatch,
  updateWatch,
  setPricingRate,
  listAuditEntries,
  recordMonitoringEvent,
  subscribeToNews,
  bookDemo,
  confirmAddress,
  showAddressConfirmation,
  showUnsubscribing,
  updateSubscription,
  readSigningKeys,
  readStatus,
  readOpenapi,
  submitAddress,
  readAddress,
  listVerifications,
  readVerification,
  receiveAddressCallback,
  completeSandboxAddressVerification,
  decideSandboxApplicant,
  setSandboxWallet,
  simulateSandboxMonitoringEvent,
  expireSandboxApplicant,
  renewSandboxWatch,
  deactivateSandboxWebhook,
  readVendor,
  readMonitoringEvent,
  readScoreHistory,
  listMediaMentions,
  listVendorEvents,
  listSandboxMails,
  listSandboxScenarios,
  readPricingRates,
  verifyMeter,
  verifyUtilityBill,
  verifyTin,
  verifyJtbTin,
  verifyCac,
  readWallet,
  setThreshold,
  setAutoTopUp,
  listTransactions,
  readTransaction,
  showReceipt,
  startTopUp,
  readTopUp,
  readSavedCard,
  removeSavedCard,
  showCheckout,
  completeCheckout,
  receivePaystackCallback,
  readStatement,
  createWebhook,
  listWebhooks,
  testWebhook,
  listEvents,
  listEventTypes,
  readWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  listDeliveries,
  readDelivery,
  resendDelivery,
  recoverDeliveries,
];
