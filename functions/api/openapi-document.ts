import { openApiDocument } from '#shared/http/openapi/openapi';
import { type RequestExamples, withValues } from '#shared/http/request-example';
import { once } from '#shared/platform/env';
import { CONTRACTS } from './contracts.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { EXAMPLES } from './examples.ts';

/** What each group of endpoints is about. */
const GROUPS: Readonly<Record<string, string>> = {
  accounts: 'Accounts, and the sessions of those who are signed in.',
  kyb: 'Widgets and the applicants that come by them, for the account that owns them.',
  embed: "The embed runtime, called from the applicant's browser.",
  wallet: 'What things cost, what there is, and how more is put in.',
  webhooks: 'Where your own systems are told of events.',
  meta: 'What the API tells of itself.',
};

const examples: RequestExamples = JSON.parse(withValues(JSON.stringify(EXAMPLES), EXAMPLE_VALUES));

/**
 * The OpenAPI document of the whole API but for its address. Bundles hold it as the build made it, because the functions
 * carry neither descriptions nor examples (scripts/bundle/plugins.ts).
 */
export const apiDocument = once(() => openApiDocument(CONTRACTS, { examples, groups: GROUPS }));
