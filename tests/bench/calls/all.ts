import { accountCases } from './accounts.ts';
import { type MainCase, requestTo } from './main-case.ts';
import { embedCases, kybCases } from './onboarding.ts';
import { walletCases } from './wallet.ts';
import { consumerCases, webhookCases } from './webhooks.ts';

/** The main case of every function that calls the table, by the function's name. */
export const MAIN_CASES: Readonly<Record<string, MainCase>> = {
  ...accountCases,
  ...kybCases,
  ...embedCases,
  ...walletCases,
  ...webhookCases,
  'read-signing-keys': async () => requestTo('read-signing-keys'),
  'serve-openapi': async () => requestTo('serve-openapi'),
  ...consumerCases,
};
