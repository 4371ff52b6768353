/*
 * Who may import what. A room is a folder of shared/. It may import itself and what its row lists (folders and files of
 * shared/, without the ending), and nothing else of ours. A row of a folder within a room precedes the row of the room.
 * In addition, `keys.ts` and `contract-parts.ts` belong to their own folder unless a row names them, and a file of
 * another folder is imported with `#`, never with `../`. `npm run check` enforces all of it.
 */

/** What every domain is built on. */
const KIT = 'platform errors db events sources http';

/** The modules that order mails. */
const MAILS = 'mails/messages mails/queue';

/** The modules that charge wallets. */
const CHARGES = 'wallet/ledger wallet/payment wallet/rates wallet/wallet';

/** The rooms of shared/, from the bottom up, and what each may import. */
export const ROOMS = {
  platform: '',
  errors: 'platform/described',
  db: 'platform',
  events: 'platform db',
  sources: 'platform',
  'mails/messages': 'platform',
  'mails/queue': 'platform mails/messages',
  signatures: 'platform',
  pdf: '',
  http: 'platform errors db events key-families',
  consumers: 'platform errors db events http key-families',
  files: 'platform errors db http',
  erasure: 'platform db',
  'key-families': 'db **/keys',

  auth: `${KIT} ${MAILS} http/caller/keys auth/keys`,
  wallet: `${KIT} ${MAILS}`,
  audit: KIT,
  verification: KIT,
  contact: `${KIT} ${MAILS} auth/accounts/email-key`,
  mails: `platform db erasure sources ${MAILS} http/warnings auth/accounts/account auth/accounts/email-key`,
  companies: `${KIT} verification/request-lookup`,
  addresses: `${KIT} ${CHARGES} verification/direct-check-event companies/verified-facts direct-checks/keys`,
  compliance: `${KIT} ${MAILS} companies/company-repository companies/transfer`,
  'direct-checks': `${KIT} ${CHARGES} files verification companies/company-repository companies/company-number companies/verified-facts addresses/address-repository addresses/address-verification`,
  chat: `${KIT} wallet companies/company-repository companies/company-view direct-checks/company-checks addresses/address-repository addresses/address-verification monitoring/vendors`,

  'monitoring/vendors': 'platform errors db events http companies/company',
  'monitoring/checks': `${KIT} verification companies/company companies/registry-update companies/transfer monitoring/vendors monitoring/fan-out/fan-out-queue monitoring/fan-out/wake-fan-out`,
  'monitoring/watches': `${KIT} ${MAILS} ${CHARGES} verification companies/company companies/company-number companies/company-repository companies/adding companies/visible-company companies/company-bodies companies/find-business companies/company-pages monitoring/vendors monitoring/vendors/keys monitoring/checks/schedule monitoring/alerts/alert-lists`,
  'monitoring/alerts': 'platform errors db events http monitoring/vendors',
  'monitoring/fan-out':
    'platform errors db events http companies/transfer monitoring/vendors monitoring/alerts monitoring/alerts/keys monitoring/watches',
  'monitoring/mentions':
    'platform errors db events http companies/company companies/visible-company monitoring/vendors monitoring/vendors/keys monitoring/watches monitoring/alerts/alert-lists',
  disputes:
    'platform errors db events http monitoring/watches/followed-vendor monitoring/vendors/event-repository monitoring/vendors/monitoring-event monitoring/vendors/vendor-state monitoring/vendors/void-event',

  'onboarding/modules': `${KIT} verification wallet/rates`,
  'onboarding/widgets': `${KIT} signatures onboarding/modules`,
  'onboarding/sessions': `${KIT} verification onboarding/modules onboarding/widgets`,
  'onboarding/applicants': `${KIT} ${CHARGES} verification direct-checks/visit-evidence addresses/address-repository addresses/address-verification onboarding/modules onboarding/widgets onboarding/sessions`,
  'onboarding/embed': `${KIT} verification signatures files/file-removal erasure/copies onboarding/modules onboarding/widgets onboarding/sessions onboarding/applicants`,
  'onboarding/assessment': `${KIT} ${CHARGES} verification addresses direct-checks/check-record onboarding/modules onboarding/widgets onboarding/sessions onboarding/applicants`,
  'onboarding/review': `${KIT} mails/notice-caps verification onboarding/modules onboarding/widgets onboarding/sessions onboarding/applicants`,
  'onboarding/notes': `${KIT} onboarding/applicants`,
  'onboarding/exports': `${KIT} files/file-removal onboarding/widgets onboarding/applicants`,
  'onboarding/expiry': `${KIT} files/file-removal onboarding/modules onboarding/sessions onboarding/sessions/keys onboarding/applicants`,
  'onboarding/erasure': `${KIT} key-families erasure erasure/keys files/file-removal mails/kept-mail addresses/erase-visit direct-checks/erase-check direct-checks/verifications-of-applicant webhooks/deliveries/erase-deliveries webhooks/registrations/registration-repository verification/erase-evidence onboarding/sessions onboarding/applicants onboarding/notes onboarding/review`,
  'onboarding/retention': `${KIT} onboarding/applicants onboarding/applicants/keys onboarding/erasure/erase-applicant`,
  'onboarding/report': `${KIT} verification pdf onboarding/modules onboarding/sessions onboarding/applicants`,
  'onboarding/notices': `${KIT} auth/accounts/account mails verification/answer-values onboarding/modules onboarding/widgets onboarding/sessions onboarding/applicants`,

  'webhooks/endpoints': KIT,
  'webhooks/registrations': `${KIT} signatures onboarding/widgets webhooks/endpoints`,
  'webhooks/deliveries': `${KIT} ${MAILS} erasure signatures onboarding/widgets auth/accounts/account webhooks/endpoints webhooks/registrations webhooks/deliveries/keys`,
  'webhooks/delivery-log': `${KIT} webhooks/endpoints webhooks/registrations webhooks/deliveries webhooks/deliveries/keys`,
} as const;

/**
 * The files outside shared/, by their place in the project, and what they may import. The first row that matches
 * applies.
 */
export const PLACES = {
  // Documents and tests read examples; bundles never contain them.
  'functions/api/*.ts':
    'shared functions/api/contracts functions/api/examples functions/api/example-values functions/api/openapi-options functions/**/*.contract functions/**/examples',
  'functions/**/examples.ts': 'shared functions/api/example-values functions/**/*.contract',
  'functions/events/consumers.ts': 'shared functions/events/*.consumer',
  // What two functions share belongs in shared/.
  'functions/**':
    'shared functions/api/contracts functions/api/openapi-document functions/**/*.contract functions/events/*.consumer web/assets web/docs-assets',
  // Browsers share the data that the server writes into its page.
  'web/**':
    'web shared/http/page shared/onboarding/embed/page-data shared/onboarding/modules/answer-limits shared/onboarding/modules/module-fields shared/sources/formats',
  // The infrastructure reads what the service declares as data.
  'infra/**':
    'infra functions/api/contracts functions/events/consumers shared/consumers/consumer shared/key-families shared/db/table shared/events/names shared/events/catalogue shared/events/message-retry shared/errors/errors shared/http/contract shared/http/edge-headers shared/http/table-access shared/platform/capabilities shared/platform/log-codes shared/platform/metrics shared/platform/security-events',
  // The command line reads its words as the scripts do, and signs what it forwards as the service does.
  'client/src/cli/**':
    'client scripts/command-line/usage scripts/command-line/read scripts/local-cloud/user-error shared/platform shared/events/feed-position shared/signatures/signing-secret shared/webhooks/deliveries/attempts/delivery-headers',
  // A package of its own: it carries nothing of the service.
  'client/**': 'client',
  // Reads the record of any id, as it is stored.
  'scripts/ops/stored-records.ts': 'shared shared/**/keys',
  // An export shows items as they are stored.
  'scripts/ops/export-subject.ts': 'scripts shared shared/**/keys',
  'scripts/**': 'scripts infra functions shared web client tests/support',
  'tests/**': 'tests scripts infra functions shared shared/**/keys web client',
} as const;
