import type { DocumentOptions } from '#shared/http/openapi/openapi';
import { type RequestExamples, withValues } from '#shared/http/request-example';
import { EXAMPLE_VALUES } from './example-values.ts';
import { EXAMPLES } from './examples.ts';

/** The description of each group of endpoints. */
const GROUPS: Readonly<Record<string, string>> = {
  accounts: 'Accounts and their sessions.',
  'api-keys': 'The keys with which your servers call the API.',
  kyb: 'Widgets and their applicants, for the account that owns them.',
  embed: "The embed runtime, called from the applicant's browser.",
  verification: 'Checks that you request directly.',
  chat: 'Conversations with the assistant about your companies, charged by the token.',
  companies: 'Your companies: their registry records and what has been verified about them.',
  monitoring: 'Vendors: their scores, monitoring events and alerts.',
  disputes: 'Objections to monitoring events.',
  alerts: 'Publications about the vendors you watch.',
  compliance: 'What your companies have to do, and by when.',
  sandbox: 'Actions that trigger, in the sandbox, what happens by itself in live.',
  wallet: 'Prices, balances, ledgers and top-ups.',
  webhooks: 'Your webhook endpoints and the deliveries to them.',
  admin:
    'For administrators of the service: prices, monitoring events, disputes and audit entries. Clients leave these operations out.',
  callbacks: 'Called by providers of this service. Clients leave these operations out.',
  contact: 'The forms on public pages.',
  meta: 'The API document and the signing keys.',
};

const examples: RequestExamples = JSON.parse(withValues(JSON.stringify(EXAMPLES), EXAMPLE_VALUES));

/** What the API document holds beside the contracts. */
export const DOCUMENT_OPTIONS: DocumentOptions = { examples, groups: GROUPS };
